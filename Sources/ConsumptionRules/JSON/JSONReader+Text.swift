extension JSONReader {
    /// The string that `text` stands for, escapes undone.
    package func string(_ text: JSONText) -> String {
        text.hasEscapes
            ? String(decoding: Array(UnescapedUTF8(text, in: bytes)), as: UTF8.self)
            : String(decoding: bytes[text.start..<text.end], as: UTF8.self)
    }

    /// Whether `text` stands for `name`, however it is escaped.
    package func spells(_ text: JSONText, _ name: String) -> Bool {
        guard !text.hasEscapes else { return name.utf8.elementsEqual(UnescapedUTF8(text, in: bytes)) }
        guard name.utf8.count == text.count else { return false }
        let (name, text) = (name.utf8Span.span, bytes.span.extracting(text.start..<text.end))
        return name.indices.allSatisfy { name[$0] == text[$0] }
    }

    /// The case that `text` names, or nil for any other string.
    func known<Known: Named>(_ text: JSONText) -> Known? {
        // By bytes in both cases: strings that only look alike are equal to Swift.
        guard !text.hasEscapes else { return Known.names.known(by: Array(UnescapedUTF8(text, in: bytes)).span.bytes) }
        return Known.names.known(by: bytes.span.bytes.extracting(text.start..<text.end))
    }

    /// `text` as one of the known names, or as the unknown one that it is.
    func name<Known: Named>(_ text: JSONText) -> WireName<Known> {
        if let known: Known = known(text) { return .known(known) }
        return .unknown(string(text))
    }
}
