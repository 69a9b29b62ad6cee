internal import HTTPClient

extension HTTPResponse {
    init(_ answer: HTTPAnswer) {
        self.init(status: answer.status, httpVersion: answer.version.rawValue, isComplete: answer.isComplete)
        guard answer.status >= 300 else { return }
        body = answer.body
        retryAfter = answer.field("retry-after")
        date = answer.field("date")
    }
}

extension TransportFailure {
    init(_ failure: HTTPFailure) {
        self.init(Category(failure.kind), reason: oneLine(failure.reason.utf8, limit: 256))
    }
}

extension TransportFailure.Category {
    fileprivate init(_ kind: HTTPFailure.Kind) {
        self =
            switch kind {
            case .dns: .dns
            case .connect: .connect
            case .proxy: .proxy
            case .tls: .tls
            case .timeout: .timeout
            case .reset: .reset
            case .http: .http
            case .cancelled: .cancelled
            case .local: .local
            }
    }
}
