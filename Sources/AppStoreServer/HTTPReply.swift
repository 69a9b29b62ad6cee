internal import HTTPClient

/// How one PUT ended.
struct HTTPReply {
    /// The request that it answers.
    let ticket: UInt64
    /// Which app it was for.
    let app: Int
    /// The token that it carried.
    let token: BearerToken
    /// What came back.
    let outcome: Result<HTTPResponse, TransportFailure>
    /// From the start.
    let duration: Duration
    /// From the start until the connection was there and the request left; nil when it never did.
    let sentAfter: Duration?

    init(_ exchange: HTTPExchange, to pending: Pending) {
        (ticket, app, token) = (pending.ticket, pending.app, pending.token)
        (duration, sentAfter) = (exchange.duration, exchange.sentAfter)
        outcome =
            switch exchange.outcome {
            case .success(let answer): .success(HTTPResponse(answer))
            case .failure(let failure): .failure(TransportFailure(failure))
            case nil: .failure(TransportFailure(.local, reason: "the request has not ended"))
            }
    }
}
