import AppStoreStandIn
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct TokenTests {
    private let fixture: TestTokens
    private let standIn: AppStoreStandIn

    init() async throws {
        fixture = try await .made()
        standIn = try AppStoreStandIn(AppStoreStandIn.Options(accounts: [fixture.account]))
    }

    @Test(arguments: [
        ("good", "com.example.game"), ("other app", "com.example.other"), ("longest", "com.example.game"),
    ])
    func `a token as Apple describes it is believed`(name: String, bundleID: String) throws {
        let reply = try #require(try standIn.send(token: fixture.tokens[name]))
        #expect(reply.status == 202)
        #expect(reply.body.isEmpty)
        #expect(standIn.arrivals().map(\.bundleID) == [bundleID])
    }

    @Test(arguments: [
        ("expired", "exp has passed"), ("from the future", "iat is in the future"),
        ("too long", "longer than 60 minutes"), ("in milliseconds", "iat is in the future"),
        ("without iat", "Claims is unreadable"), ("without exp", "Claims is unreadable"), ("other audience", "aud"),
        ("other issuer", "iss"), ("unknown app", "bid"), ("without app", "Claims is unreadable"),
        ("unknown key", "kid"), ("signed by another key", "signature"), ("HS256", "alg or typ"),
        ("without signature", "alg or typ"), ("other type", "alg or typ"), ("changed", "signature"),
        ("DER", "signature"), ("cut", "signature"), ("padded", "not three parts of base64url"),
        ("two parts", "not three parts of base64url"), ("garbled", "not three parts of base64url"),
    ])
    func `a bad token is refused without a word`(name: String, reason: String) throws {
        let token = try #require(fixture.tokens[name])
        let reply = try #require(try standIn.send(token: token))
        #expect(reply.status == 401)
        #expect(reply.body.isEmpty)
        let arrival = try #require(standIn.arrivals().first)
        #expect(arrival.refusal == reason)
        #expect(arrival.bundleID == nil)
        #expect(standIn.accepted().isEmpty)
    }

    @Test func `a request without a token is refused`() throws {
        #expect(try standIn.send(token: nil)?.status == 401)
        #expect(standIn.arrivals().map(\.refusal) == ["no Authorization"])
    }

    @Test func `a path that is not Apple's is refused before the token is looked at`() throws {
        #expect(try standIn.send("PUT", "/inApps/v3/transactions/consumption/1", token: nil)?.status == 404)
    }

    @Test func `OpenSSL's own command reads the key as a private key on P-256`() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(StandInKey().privatePEM.utf8, to: "key.p8")
        #expect(try String(decoding: directory.read("key.p8"), as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----"))
        let text = try await ChildProcess.output(of: "openssl", ["pkey", "-in", path, "-noout", "-text"])
        #expect(text.contains("NIST CURVE: P-256"))
    }
}
