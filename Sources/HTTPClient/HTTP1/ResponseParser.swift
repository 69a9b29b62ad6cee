/// Reads one answer of HTTP/1.1, however it is cut into pieces; what is not well formed is refused.
///
/// Answers before the final one (100 to 199) are skipped. [RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)
struct ResponseParser {
    /// Whether another request may follow on the connection once all has come.
    private(set) var keepsConnection = true

    private var state = State.status
    private var lines = LineReader()
    private var framing = Framing()
    private let isTunnel: Bool

    private enum State: Equatable {
        case status, fields, body(left: Int), bodyUntilClose, chunkSize, chunk(left: Int), chunkEnd, trailers, done
    }

    /// - Parameter isTunnel: The answer to CONNECT, which has no body when the way is open.
    init(isTunnel: Bool = false) {
        self.isTunnel = isTunnel
    }

    /// Whether all has come.
    var isDone: Bool { state == .done }

    /// Whether nothing has come yet.
    var isFresh: Bool { state == .status && lines.isEmpty && framing.status == 0 }

    /// Takes the next bytes.
    ///
    /// - Returns: How many of them belong to the answer; less than all when it is done, or the rest is not wanted.
    mutating func take(_ bytes: UnsafeRawBufferPointer, _ reader: some ResponseReader) throws(ResponseFault) -> Int {
        var left = bytes
        while state != .done {
            guard try step(&left, reader) else { break }
        }
        return bytes.count - left.count
    }

    /// Learns that the other end sends no more; `isClean` when nothing can be missing.
    ///
    /// - Returns: Whether that is the end of the answer.
    mutating func close(isClean: Bool) -> Bool {
        guard state == .bodyUntilClose, isClean else { return state == .done }
        state = .done
        return true
    }

    /// Goes on by a line or a part of the body; false when more bytes are needed, or none are wanted.
    private mutating func step(_ left: inout UnsafeRawBufferPointer, _ reader: some ResponseReader)
        throws(ResponseFault) -> Bool
    {
        switch state {
        case .status, .fields, .chunkSize, .chunkEnd, .trailers:
            guard let line = try lines.next(&left) else { return false }
            return try takeLine(line, reader)
        case .body(let count): return takeBody(&left, count, reader, after: .done) { .body(left: $0) }
        case .chunk(let count): return takeBody(&left, count, reader, after: .chunkEnd) { .chunk(left: $0) }
        case .bodyUntilClose:
            defer { left = UnsafeRawBufferPointer(start: nil, count: 0) }
            return !left.isEmpty && reader.found(.body(left))
        case .done: return false
        }
    }

    private mutating func takeLine(_ line: [UInt8], _ reader: some ResponseReader) throws(ResponseFault) -> Bool {
        switch state {
        case .status:
            framing = Framing(status: try Self.status(line))
            keepsConnection = line.starts(with: "HTTP/1.1".utf8)
            state = .fields
            return !framing.isFinal || reader.found(.status(framing.status))
        case .fields: return line.isEmpty ? try endFields() : try takeField(line, reader)
        case .chunkSize: return try beginChunk(line)
        case .chunkEnd:
            guard line.isEmpty else { throw ResponseFault("a chunk is longer than it says") }
            state = .chunkSize
        default:  // Trailers say nothing that anybody here wants to know.
            guard line.isEmpty else { return true }
            state = .done
        }
        return true
    }

    private static func status(_ line: [UInt8]) throws(ResponseFault) -> Int {
        let digits = line.dropFirst(9).prefix(3)
        guard line.starts(with: "HTTP/1.".utf8), line.count >= 12, line[7] == 0x30 || line[7] == 0x31, line[8] == 0x20,
            digits.allSatisfy(isDigit), digits.first != 0x30, line.count == 12 || line[12] == 0x20
        else { throw ResponseFault("the answer begins with no status line of HTTP/1.1") }
        return digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }

    private mutating func takeField(_ line: [UInt8], _ reader: some ResponseReader)
        throws(ResponseFault) -> Bool
    {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[..<colon].allSatisfy(isNameByte)
        else {
            throw ResponseFault("a line of the header is no field")
        }
        let name = line[..<colon]
        let value = trimmed(line[(colon + 1)...])
        guard value.allSatisfy(isValueByte) else { throw ResponseFault("a field holds a control character") }
        try framing.take(name: name, value: value)
        return !framing.isFinal || reader.found(.field(name: name, value: value))
    }

    private mutating func endFields() throws(ResponseFault) -> Bool {
        guard framing.isFinal else {
            guard framing.status != 101 else { throw ResponseFault("the server changes the protocol unasked") }
            state = .status
            return true
        }
        if framing.closes { keepsConnection = false }
        switch isTunnel && framing.status < 300 ? .none : try framing.body() {
        case .none, .length(0): state = .done
        case .length(let count): state = .body(left: count)
        case .chunked: state = .chunkSize
        case .untilClose:
            keepsConnection = false
            state = .bodyUntilClose
        }
        return true
    }

    private mutating func beginChunk(_ line: [UInt8]) throws(ResponseFault) -> Bool {
        let digits = line.prefix { hexadecimalValue($0) != nil }
        // An extension may follow, which nobody has defined.
        guard (1...15).contains(digits.count), [nil, 0x3B, 0x20, 0x09].contains(line.dropFirst(digits.count).first)
        else {
            throw ResponseFault("a chunk has no size")
        }
        let size = digits.reduce(0) { 16 * $0 + (hexadecimalValue($1) ?? 0) }
        state = size == 0 ? .trailers : .chunk(left: size)
        lines.forgetCount()
        return true
    }

    private mutating func takeBody(
        _ left: inout UnsafeRawBufferPointer,
        _ count: Int,
        _ reader: some ResponseReader,
        after next: State,
        or rest: (Int) -> State
    ) -> Bool {
        let part = UnsafeRawBufferPointer(rebasing: left.prefix(count))
        if part.isEmpty { return false }
        left = UnsafeRawBufferPointer(rebasing: left.dropFirst(part.count))
        guard reader.found(.body(part)) else { return false }
        state = part.count < count ? rest(count - part.count) : next
        return true
    }
}
