import FoundationEssentials
import TestSupport
import Testing

@testable import AppStoreServer

@Suite struct BearerTokenTests {
    let now: Duration = .seconds(1_893_456_000) + .milliseconds(700)
    let pem: [UInt8]
    let publicKey: String

    init() async throws {
        pem = try await makePrivateKey()
        publicKey = try await AppStoreServerTests.publicKey(of: pem)
    }

    private func token(bundleID: String = "com.example.Game", at now: Duration? = nil) throws -> BearerToken {
        let key = try SigningKey(pem: pem)
        let app = AppCredentials(bundleID: bundleID, issuerID: "57246542-96fe", keyID: "2X9R4HXF34", key: key)
        return try BearerToken(for: app, at: now ?? self.now)
    }

    // PyJWT goes by the machine's clock, so it is ours that is off.
    @Test(arguments: [(-5, true), (0, true), (5, true), (29, true), (40, false)])
    func `a verifier whose clock is a little off takes a token from its first use to its last`(
        lead: Int,
        isTaken: Bool
    ) async throws {
        let signed = Duration.seconds(Int64(Date().timeIntervalSince1970)) + .seconds(lead)
        let fresh = try token(at: signed)
        #expect(try await verifierTakes(fresh) == isTaken)
        // Signed so long ago that it is used for the last time now.
        let last = try token(at: signed - .seconds(509))
        var cache = TokenCache()
        cache.keep(last)
        #expect(cache.token(at: signed) == last)
        #expect(try await verifierTakes(last))
    }

    private func verifierTakes(_ token: BearerToken) async throws -> Bool {
        let script = """
            import jwt, sys
            claims = jwt.decode(sys.argv[1], sys.argv[2], ["ES256"], audience="appstoreconnect-v1")
            sys.exit(claims["exp"] - claims["iat"] > 3600)
            """
        return try await ChildProcess(testPython(), ["-c", script, token.text, publicKey]).wait().status == 0
    }

    @Test func `PyJWT accepts the token and reads what Apple wants in it`() async throws {
        let script = """
            import json, jwt, sys
            options = {"verify_exp": False, "verify_iat": False}
            claims = jwt.decode(sys.argv[1], sys.argv[2], ["ES256"], options, audience="appstoreconnect-v1")
            print(json.dumps({"header": jwt.get_unverified_header(sys.argv[1]), "claims": claims}))
            """
        let output = try await ChildProcess.output(of: testPython(), ["-c", script, try token().text, publicKey])
        struct Token: Decodable, Equatable {
            struct Header: Decodable, Equatable { let alg, kid, typ: String }
            struct Claims: Decodable, Equatable {
                let iss, aud, bid: String
                let iat, exp: Int
            }
            let header: Header
            let claims: Claims
        }
        let claims = Token.Claims(
            iss: "57246542-96fe",
            aud: "appstoreconnect-v1",
            bid: "com.example.Game",
            iat: 1_893_455_970,
            exp: 1_893_456_570
        )
        let expected = Token(header: .init(alg: "ES256", kid: "2X9R4HXF34", typ: "JWT"), claims: claims)
        #expect(try JSONDecoder().decode(Token.self, from: Data(output.utf8)) == expected)
    }

    @Test func `OpenSSL verifies the token with the public key, and no longer once it is changed`() throws {
        let text = try token().text
        #expect(verifies(text, publicKey: publicKey))
        #expect(!verifies("A" + text, publicKey: publicKey))
    }

    // About one signature in 128 has an r or s that begins with a zero byte, which DER leaves out.
    @Test func `a thousand signatures are 64 bytes each and verify`() throws {
        for number in 0..<1000 {
            let text = try token(bundleID: "com.example.\(number)").text
            #expect(text.split(separator: ".").map(\.utf8.count).last == 86)
            #expect(verifies(text, publicKey: publicKey))
        }
    }

    @Test func `ids with quotes and slashes do not break the JSON`() throws {
        let claims = try token(bundleID: #"com."example\/é"#).text.split(separator: ".")[1]
        let json = try JSONDecoder().decode(Bundle.self, from: try #require(Data(base64URL: claims)))
        #expect(json.bid == #"com."example\/é"#)
    }

    private struct Bundle: Decodable { let bid: String }
}
