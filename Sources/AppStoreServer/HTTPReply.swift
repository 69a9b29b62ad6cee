internal import HTTPClient

/// How one PUT ended.
struct HTTPReply {
    /// The request that it answers.
    let request: Pending
    private let exchange: HTTPExchange

    init(_ exchange: HTTPExchange, to request: Pending) {
        (self.request, self.exchange) = (request, exchange)
    }

    /// What came back.
    var outcome: Result<HTTPResponse, TransportFailure> {
        switch exchange.outcome {
        case .success(let answer): .success(HTTPResponse(answer))
        case .failure(let failure): .failure(TransportFailure(failure))
        case nil: .failure(TransportFailure(.local, reason: "the request has not ended"))
        }
    }

    /// From the start.
    var duration: Duration { exchange.duration }

    /// From the start until the connection was there and the request left; nil when it never did.
    var sentAfter: Duration? { exchange.sentAfter }
}

/// What of a request is needed for its reply.
struct Pending: Sendable {
    let ticket: UInt64
    let app: Int
    /// Those that it carried.
    let headers: RequestHeaders
}
