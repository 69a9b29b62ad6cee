/// Reads a JSON text (RFC 8259) one token at a time, strictly, without recursion and without building a tree.
///
/// Stricter than the RFC asks: no byte order mark, no repeated key in any object, no half of a surrogate pair, at most
/// `maximumDepth` levels. Memory is the list of keys of the open objects; nothing else grows with the text. Not copyable, so that
/// nobody pays for a copy of its lists by accident.
package struct JSONReader: ~Copyable {
    /// How many containers may be open at once.
    package static let maximumDepth = 32

    let bytes: [UInt8]
    /// The next byte to be read.
    var position = 0
    /// Where the latest token began, for the sentence about a value of the wrong type.
    private(set) var tokenStart = 0
    /// The containers that are open, outermost first.
    private(set) var frames: [JSONFrame] = []
    /// The keys of the open objects met so far, those of the outermost first.
    private var keys: [JSONText] = []

    /// Throws when the bytes are not UTF-8, so that no later step has to ask.
    package init(_ bytes: [UInt8]) throws(JSONFault) {
        self.bytes = bytes
        frames.reserveCapacity(4)
        keys.reserveCapacity(32)  // an event's own keys and its body's
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw JSONFault(problem: .notUTF8, path: "$", byteOffset: error.byteOffsets.lowerBound)
        }
    }

    /// Reads one scalar, or steps into a container.
    package mutating func next() throws(JSONFault) -> JSONToken {
        skipWhitespace()
        tokenStart = position
        switch try peek() {
        case UInt8(ascii: "{"): return try open(.object)
        case UInt8(ascii: "["): return try open(.array)
        case UInt8(ascii: "\""): return .string(try scanString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanNumber()
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw fault(.expectedValue)
        }
    }

    /// Inside an object: the next member's key, with the reader in front of its value; nil once the object is closed.
    package mutating func nextKey() throws(JSONFault) -> JSONText? {
        guard try beginsAnother(before: UInt8(ascii: "}")) else { return nil }
        guard try peek() == UInt8(ascii: "\"") else { throw fault(.expectedKey) }
        let key = try scanString()
        skipWhitespace()
        guard try peek() == UInt8(ascii: ":") else { throw fault(.expectedColon) }
        position += 1
        frames[frames.count - 1].key = key
        frames[frames.count - 1].count += 1
        keys.append(key)
        return key
    }

    /// Inside an array: whether another element follows; false once the array is closed.
    package mutating func nextElement() throws(JSONFault) -> Bool {
        guard try beginsAnother(before: UInt8(ascii: "]")) else { return false }
        frames[frames.count - 1].count += 1
        return true
    }

    /// Reads what is left of the value that `token` began, as strictly as the rest.
    package mutating func skip(_ token: JSONToken) throws(JSONFault) {
        let outside = isContainer(token) ? frames.count - 1 : frames.count
        while frames.count > outside {
            let follows =
                switch frames[frames.count - 1].kind {
                case .object: try nextKey() != nil
                case .array: try nextElement()
                }
            if follows { _ = try next() }
        }
    }

    /// Checks that nothing but white space follows the value.
    package mutating func finish() throws(JSONFault) {
        skipWhitespace()
        guard position == bytes.count else { throw fault(.trailingText) }
    }

    private func isContainer(_ token: JSONToken) -> Bool {
        switch token {
        case .object, .array: true
        default: false
        }
    }
}

extension JSONReader {
    private mutating func open(_ kind: JSONFrame.Kind) throws(JSONFault) -> JSONToken {
        guard frames.count < Self.maximumDepth else { throw fault(.tooDeep) }
        position += 1
        frames.append(JSONFrame(kind, firstKey: keys.count))
        return kind == .object ? .object : .array
    }

    private mutating func beginsAnother(before end: UInt8) throws(JSONFault) -> Bool {
        skipWhitespace()
        let byte = try peek()
        if byte == end {
            try close()
            return false
        }
        guard frames[frames.count - 1].count > 0 else { return true }
        guard byte == UInt8(ascii: ",") else { throw fault(.expectedCommaOrEnd) }
        position += 1
        skipWhitespace()
        return true
    }

    private mutating func close() throws(JSONFault) {
        let frame = frames[frames.count - 1]
        if let key = duplicateKey(in: keys[frame.firstKey...]) {
            frames[frames.count - 1].key = key
            throw JSONFault(problem: .duplicateKey, path: path, byteOffset: key.start - 1)
        }
        keys.removeSubrange(frame.firstKey...)
        frames.removeLast()
        position += 1
    }
}
