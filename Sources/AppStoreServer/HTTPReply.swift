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
}
