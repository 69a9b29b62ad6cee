import FoundationEssentials

/// A signed JSON Web Token that authorises requests of one app.
///
/// [Generating JSON Web Tokens](https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests)
package struct BearerToken: Sendable, Equatable {
    /// The token as it follows `Bearer `; a secret.
    package let text: String
    /// The time, since 1970, from which it is valid: set back, so that a server whose clock is behind ours takes it.
    package let issuedAt: Duration
    /// The time, since 1970, from which it is no longer valid.
    package var expiresAt: Duration { issuedAt + Self.life }

    private static let setBack: Duration = .seconds(30)
    /// Apple takes at most 60 minutes; well below, so that no difference of clocks reaches that limit.
    private static let life: Duration = .seconds(600)

    /// How far our clock may be ahead of the App Store's, or behind it, for a new token to be valid there.
    package static let tolerableClockLeads = (setBack - life)...setBack

    /// Signs a token at `now`, the time since 1970.
    package init(for app: AppCredentials, at now: Duration) throws(TransportFailure) {
        issuedAt = .seconds((now - Self.setBack).components.seconds)
        let claims = Claims(
            iss: app.issuerID,
            iat: issuedAt.components.seconds,
            exp: (issuedAt + Self.life).components.seconds,
            bid: app.bundleID
        )
        let signed = try base64URL(json(Header(kid: app.keyID))) + "." + base64URL(json(claims))
        text = signed + "." + base64URL(Data(try app.key.signature(of: Array(signed.utf8))))
    }
}

private struct Header: Encodable {
    var alg = "ES256"
    let kid: String
    var typ = "JWT"
}

private struct Claims: Encodable {
    let iss: String
    let iat: Int64
    let exp: Int64
    var aud = "appstoreconnect-v1"
    let bid: String
}

private func json(_ value: some Encodable) throws(TransportFailure) -> Data {
    do {
        return try JSONEncoder().encode(value)
    } catch {
        throw TransportFailure(.local, reason: "cannot write a token: \(error)")
    }
}

/// RFC 7515, appendix C: no padding, and two letters that are safe in a URL.
private func base64URL(_ data: Data) -> String {
    data.base64EncodedString()
        .replacing("+", with: "-")
        .replacing("/", with: "_")
        .replacing("=", with: "")
}
