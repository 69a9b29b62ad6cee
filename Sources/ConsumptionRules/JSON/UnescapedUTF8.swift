/// The UTF-8 bytes that a string of the text stands for: the one place where escapes are undone.
///
/// Only made for a `JSONText` that the reader has scanned, so escapes are complete and surrogates come in pairs.
struct UnescapedUTF8: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int
    private var pending = UTF8.EncodedScalar()

    init(_ text: JSONText, in bytes: [UInt8]) {
        self.bytes = bytes
        position = text.start
        end = text.end
    }

    mutating func next() -> UInt8? {
        if !pending.isEmpty { return pending.removeFirst() }
        guard position < end else { return nil }
        let byte = bytes[position]
        position += 1
        return byte == UInt8(ascii: "\\") ? unescaped() : byte
    }

    private mutating func unescaped() -> UInt8? {
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            pending = UTF8.encode(scalar()) ?? UTF8.encodedReplacementCharacter
            return pending.removeFirst()
        default: return letter
        }
    }

    private mutating func scalar() -> Unicode.Scalar {
        let unit = codeUnit()
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        position += 2  // the \u of the second half
        return UTF16.decode(UTF16.EncodedScalar([unit, codeUnit()]))
    }

    private mutating func codeUnit() -> UInt16 {
        let unit = bytes[position..<position + 4].reduce(0) { $0 << 4 | UInt16(hexadecimalValue(of: $1) ?? 0) }
        position += 4
        return unit
    }
}

/// The value of a hexadecimal digit in either case; nil for any other byte.
@inline(__always)
func hexadecimalValue(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
