internal import HTTPClient

/// The headers of requests that carry one token; shared by all of them while they are under way.
final class RequestHeaders: Sendable {
    /// The token in them.
    let token: BearerToken
    let fields: HTTPFields

    init(token: BearerToken, userAgent: String) {
        self.token = token
        fields = HTTPFields(
            [("authorization", "Bearer \(token.text)")] + AppStoreRequest.contentFields + [("user-agent", userAgent)]
        )
    }
}
