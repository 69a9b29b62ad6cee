import AppStoreStandIn
import TestSupport

/// A developer's key and tokens signed with it by PyJWT, so that no code of ours checks itself.
struct TestTokens: Sendable {
    /// Made once for all tests, since starting Python takes longer than any of them.
    private static let shared = Task { try await TestTokens() }

    let account: DeveloperAccount
    /// By name; `good` is the one for com.example.game.
    let tokens: [String: String]

    static func made() async throws -> TestTokens {
        try await shared.value
    }

    private init() async throws {
        let key = try StandInKey()
        account = key.account(
            issuerID: "issuer-1",
            keyID: "KEY1",
            bundleIDs: ["com.example.game", "com.example.other"]
        )
        let directory = try TemporaryDirectory()
        let own = try directory.write(key.privatePEM.utf8, to: "own.p8")
        let foreign = try directory.write(StandInKey().privatePEM.utf8, to: "foreign.p8")
        let output = try await ChildProcess.output(of: testPython(), ["-c", Self.program, own, foreign])
        let lines = output.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
        tokens = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
    }

    private static let program = """
        import base64, json, sys, time, jwt
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
        own, foreign = (load_pem_private_key(open(path, 'rb').read(), None) for path in sys.argv[1:])
        now = int(time.time())
        def make(name, key=own, kid='KEY1', alg='ES256', header={}, **changes):
            claims = dict(iss='issuer-1', iat=now - 30, exp=now + 570, aud='appstoreconnect-v1', bid='com.example.game')
            claims = {k: v for k, v in (claims | changes).items() if v is not None}
            token = jwt.encode(claims, key, algorithm=alg, headers={'kid': kid} | header)
            print(name, token, sep='|')
            return token
        good = make('good')
        make('other app', bid='com.example.other')
        make('longest', exp=now - 30 + 3600)
        make('expired', iat=now - 600, exp=now)
        make('from the future', iat=now + 100, exp=now + 200)
        make('too long', exp=now - 30 + 3601)
        make('in milliseconds', iat=(now - 30) * 1000, exp=(now + 570) * 1000)
        make('without iat', iat=None)
        make('without exp', exp=None)
        make('other audience', aud='appstoreconnect-v2')
        make('other issuer', iss='issuer-2')
        make('unknown app', bid='com.example.Game')
        make('without app', bid=None)
        make('unknown key', kid='KEY2')
        make('signed by another key', key=foreign)
        make('HS256', key='x' * 32, alg='HS256')
        make('without signature', key=None, alg='none')
        make('other type', header={'typ': 'at+jwt'})
        head, body, signature = good.split('.')
        changed = json.dumps({'iss': 'issuer-1', 'iat': now, 'exp': now + 60, 'aud': 'appstoreconnect-v1',
            'bid': 'com.example.other'}).encode()
        print('changed', '.'.join([head, base64.urlsafe_b64encode(changed).rstrip(b'=').decode(), signature]), sep='|')
        der = own.sign((head + '.' + body).encode(), ec.ECDSA(hashes.SHA256()))
        print('DER', '.'.join([head, body, base64.urlsafe_b64encode(der).rstrip(b'=').decode()]), sep='|')
        print('cut', good[:-4], sep='|')
        print('padded', good + '==', sep='|')
        print('two parts', head + '.' + body, sep='|')
        print('garbled', 'not a token', sep='|')
        """
}
