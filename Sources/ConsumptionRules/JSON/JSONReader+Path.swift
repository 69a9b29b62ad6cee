extension JSONReader {
    /// The value being read, such as `$.extra[3].name`.
    package var path: String {
        var path = "$"
        for frame in frames where frame.count > 0 {
            path += frame.kind == .object ? step(to: frame.key) : "[\(frame.count - 1)]"
        }
        return path
    }

    /// A key as a step of a path: plain where it is a plain name, else quoted, escaped and cut, because a stranger wrote it.
    ///
    /// One with many digits could be an id or a token of a customer's, and is not shown at all.
    private func step(to key: JSONText) -> String {
        let name = Array(UnescapedUTF8(key, in: bytes).prefix(64))
        guard name.count(where: isDigit) <= 8 else { return "[?]" }
        let isPlain = !name.isEmpty && name.allSatisfy(isLetterDigitOrUnderscore)
        let shown = name.map { (0x20..<0x7F).contains($0) && $0 != 0x22 ? Character(Unicode.Scalar($0)) : "?" }
        return isPlain ? "." + String(shown) : "[\"" + String(shown) + "\"]"
    }
}

/// Whether the byte may stand in a name without quotes.
func isLetterDigitOrUnderscore(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "_"):
        true
    default: isDigit(byte)
    }
}

/// Whether the byte is one of the ten ASCII digits.
func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
