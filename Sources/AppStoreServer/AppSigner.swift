/// Authorises the requests of one app: signs a token when there is no good one, and builds its headers once.
struct AppSigner {
    private var app: AppCredentials
    private var tokens = TokenCache()
    private var headers: RequestHeaders?
    private let userAgent: String

    init(_ app: AppCredentials, userAgent: String) {
        (self.app, self.userAgent) = (app, userAgent)
    }

    /// The headers for a request at `now`, the time since 1970.
    mutating func headers(at now: Duration) throws(TransportFailure) -> RequestHeaders {
        if let headers, tokens.token(at: now) == headers.token { return headers }
        let token = try BearerToken(for: app, at: now)
        let made = RequestHeaders(token: token, userAgent: userAgent)
        tokens.keep(token)
        headers = made
        return made
    }

    /// Signs with another key from now on.
    mutating func replaceKey(with key: SigningKey) {
        app.key = key
        tokens = TokenCache()
        headers = nil
    }

    /// Takes note that the App Store answered 401 to `token`.
    mutating func drop(_ token: BearerToken) {
        tokens.drop(token)
    }
}
