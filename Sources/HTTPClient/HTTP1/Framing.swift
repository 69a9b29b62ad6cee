/// How long the body of an answer is, and what becomes of the connection after it.
struct Framing {
    /// 0 before there is one.
    private(set) var status = 0
    /// The server says that it closes the connection.
    private(set) var closes = false

    private var length: Int?
    private var isChunked = false

    enum Body: Equatable {
        case none, length(Int), chunked, untilClose
    }

    init(status: Int = 0) {
        self.status = status
    }

    /// No other answer to the same request follows.
    var isFinal: Bool { status >= 200 }

    /// Looks at a field; throws for one that would make it unclear where the answer ends.
    mutating func take(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) throws(ResponseFault) {
        if isSame(name, "content-length") {
            guard (1...18).contains(value.count), value.allSatisfy(isDigit) else {
                throw ResponseFault("the length of the body is no number")
            }
            let new = value.reduce(0) { 10 * $0 + Int($1 - 0x30) }
            guard length == nil || length == new else { throw ResponseFault("the body has two lengths") }
            length = new
        } else if isSame(name, "transfer-encoding") {
            guard !isChunked, isSame(value, "chunked") else { throw ResponseFault("the body has an unknown encoding") }
            isChunked = true
        } else if isSame(name, "connection") {
            closes = closes || value.split(separator: UInt8(ascii: ",")).contains { isSame(trimmed($0), "close") }
        }
    }

    /// What follows the header.
    func body() throws(ResponseFault) -> Body {
        if status == 204 || status == 304 { return .none }
        // One of them is a lie, and whoever believes the other reads another answer.
        if isChunked && length != nil { throw ResponseFault("the body has a length and chunks") }
        if isChunked { return .chunked }
        return length.map(Body.length) ?? .untilClose
    }
}
