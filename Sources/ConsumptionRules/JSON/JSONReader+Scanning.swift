extension JSONReader {
    @inline(__always)
    func peek() throws(JSONFault) -> UInt8 {
        guard position < bytes.count else { throw fault(.endsEarly) }
        return bytes[position]
    }

    func fault(_ problem: JSONFault.Problem) -> JSONFault {
        JSONFault(problem: problem, path: path, byteOffset: position)
    }

    @inline(__always)
    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    mutating func literal(_ word: StaticString, _ token: JSONToken) throws(JSONFault) -> JSONToken {
        let end = position + word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { $0.elementsEqual(bytes[position..<min(end, bytes.count)]) }
        guard isThere else { throw fault(.expectedValue) }
        position = end
        return token
    }

    /// Reads a string from its opening to its closing quote.
    mutating func scanString() throws(JSONFault) -> JSONText {
        position += 1
        let start = position
        var hasEscapes = false
        while true {
            position = endOfPlainText(in: bytes.span.bytes, from: position)
            switch try peek() {
            case UInt8(ascii: "\""):
                position += 1
                return JSONText(start: start, end: position - 1, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try scanEscape()
            default: throw fault(.controlCharacter)
            }
        }
    }

    private mutating func scanEscape() throws(JSONFault) {
        position += 1
        switch try peek() {
        case UInt8(ascii: "u"): try scanUnicodeEscape()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default: throw fault(.invalidEscape)
        }
    }

    /// Reads `uXXXX`, or both halves of a surrogate pair.
    private mutating func scanUnicodeEscape() throws(JSONFault) {
        let unit = try scanCodeUnit()
        guard UTF16.isSurrogate(unit) else { return }
        let isPair = UTF16.isLeadSurrogate(unit) && bytes[position...].starts(with: [0x5C, 0x75])
        guard isPair else { throw fault(.loneSurrogate) }
        position += 1
        guard UTF16.isTrailSurrogate(try scanCodeUnit()) else { throw fault(.loneSurrogate) }
    }

    private mutating func scanCodeUnit() throws(JSONFault) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexadecimalValue(of: try peek()) else { throw fault(.invalidEscape) }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
