/// The current token of one app: used until shortly before it expires, or until the App Store refuses it.
struct TokenCache {
    private var current: BearerToken?

    /// The time that a request may take on its way.
    private static let reserve: Duration = .seconds(60)

    /// The current token if it is good at `now` (since 1970), also after the clock was set back.
    func token(at now: Duration) -> BearerToken? {
        guard let current, now >= current.issuedAt, now < current.expiresAt - Self.reserve else { return nil }
        return current
    }

    /// Makes `token` the current one.
    mutating func keep(_ token: BearerToken) {
        current = token
    }

    /// Forgets a token that was refused with 401; a newer one stays.
    mutating func drop(_ token: BearerToken) {
        if current == token { current = nil }
    }
}
