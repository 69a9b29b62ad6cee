/// Puts the lines of an answer together, up to a limit for all of them.
struct LineReader {
    private var begun: [UInt8] = []
    private var byteCount = 0

    private static let byteLimit = 64 * 1024

    /// Nothing of the next line has come.
    var isEmpty: Bool { begun.isEmpty }

    /// Reads on to the end of a line, which the bytes lose; nil when it has not come yet.
    mutating func next(_ bytes: inout UnsafeRawBufferPointer) throws(ResponseFault) -> [UInt8]? {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let part = bytes[..<(end.map { $0 + 1 } ?? bytes.count)]
        byteCount += part.count
        guard byteCount <= Self.byteLimit else { throw ResponseFault("the header is longer than 64 KiB") }
        begun.append(contentsOf: part)
        bytes = UnsafeRawBufferPointer(rebasing: bytes[part.endIndex...])
        guard end != nil else { return nil }
        guard begun.suffix(2).elementsEqual("\r\n".utf8) else {
            throw ResponseFault("a line of the header does not end as lines do")
        }
        defer { begun.removeAll(keepingCapacity: true) }
        return begun.dropLast(2)
    }

    /// Begins to count anew: a body may have chunks without number.
    mutating func forgetCount() {
        byteCount = 0
    }
}
