import FoundationEssentials
import HTTPServer

extension HTTPResponse {
    private struct Body: Encodable {
        let errorCode: Int
        let errorMessage: String
    }

    /// The error as Apple sends it: without a number there is no body either.
    init(_ error: AppleError) {
        var headers: [HTTPField] = []
        if let wait = error.retryAfter {
            // Apple's page on rate limits: a moment as UNIX time in milliseconds.
            let moment = Date().timeIntervalSince1970 + wait / .seconds(1)
            headers.append(HTTPField("Retry-After", String(Int(moment * 1000))))
        }
        guard let code = error.code else {
            self.init(status: error.status, headers: headers)
            return
        }
        headers.append(HTTPField("Content-Type", "application/json"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // A number and a text can always be encoded.
        let body = try? encoder.encode(Body(errorCode: code, errorMessage: error.message))
        self.init(status: error.status, headers: headers, body: body.map { [UInt8]($0) } ?? [])
    }

    /// What a proxy says for itself.
    static func page(status: UInt16) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [HTTPField("Content-Type", "text/html")],
            body: Array("<html><body><h1>\(status)</h1></body></html>".utf8)
        )
    }
}
