/// One request while it arrives, and whether its answer is on the way; only its connection's thread touches it.
final class Exchange {
    private let target: String
    private var method = ""
    private var headers: [HTTPField] = []
    private var isCertified = false
    private var body: [UInt8] = []
    private var receivedBytes = 0

    /// The head has been read, so what follows is the body.
    private(set) var hasHead = false
    /// The handler was asked, so whoever stops the server waits for this exchange.
    var isAnswering = false

    init(target: String) {
        self.target = target
    }

    func readHead(method: String, headers: [HTTPField], isCertified: Bool) {
        (self.method, self.headers, self.isCertified) = (method, headers, isCertified)
        hasHead = true
    }

    /// Takes a part of the body; what goes past the limit is counted, but not kept.
    func append(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        receivedBytes += bytes.count
        if receivedBytes <= limit {
            body.append(contentsOf: bytes)
        }
    }

    func isLonger(than limit: Int) -> Bool {
        receivedBytes > limit
    }

    /// The request as a handler sees it.
    var request: HTTPRequest {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return HTTPRequest(
            method: method == "HEAD" ? "GET" : method,
            path: String(parts[0]),
            query: parts.count > 1 ? String(parts[1]) : "",
            headers: headers,
            body: body,
            isCertified: isCertified
        )
    }
}
