import TestSupport
import Testing

@testable import AppStoreServer

@Suite struct TokenCacheTests {
    let now: Duration = .seconds(1_893_456_000)
    let app: AppCredentials
    var cache = TokenCache()

    init() async throws {
        let key = try SigningKey(pem: await makePrivateKey())
        app = AppCredentials(bundleID: "com.example.game", issuerID: "issuer", keyID: "key", key: key)
    }

    @Test mutating func `a token is used until a minute before it expires`() throws {
        #expect(cache.token(at: now) == nil)
        let token = try BearerToken(for: app, at: now)
        cache.keep(token)
        let lastUse = token.expiresAt - .seconds(60)
        #expect(cache.token(at: now) == token)
        #expect(cache.token(at: lastUse - .milliseconds(1)) == token)
        #expect(cache.token(at: lastUse) == nil)
    }

    @Test mutating func `a token from the future is not used after the clock was set back`() throws {
        cache.keep(try BearerToken(for: app, at: now))
        #expect(cache.token(at: now - .seconds(31)) == nil)
    }

    @Test mutating func `a refused token is forgotten, a newer one stays`() throws {
        let refused = try BearerToken(for: app, at: now)
        cache.keep(refused)
        cache.drop(refused)
        #expect(cache.token(at: now) == nil)
        let newer = try BearerToken(for: app, at: now)
        cache.keep(newer)
        cache.drop(refused)
        #expect(cache.token(at: now) == newer)
    }
}
