import AppStoreServer
import TestSupport
import Testing

@Suite struct SigningKeyTests {
    @Test func `the key that App Store Connect hands out is taken`() async throws {
        _ = try SigningKey(pem: await makePrivateKey())
    }

    @Test func `a P-256 key in the older EC form is taken, with its parameters before it`() async throws {
        let arguments = ["ecparam", "-name", "prime256v1", "-genkey"]
        let pem = try await ChildProcess.output(of: "openssl", arguments)
        #expect(pem.contains("EC PARAMETERS"))
        _ = try SigningKey(pem: Array(pem.utf8))
    }

    @Test func `a key with Windows line ends is taken`() async throws {
        let pem = String(decoding: try await makePrivateKey(), as: UTF8.self)
        _ = try SigningKey(pem: Array(pem.replacing("\n", with: "\r\n").utf8))
    }

    static let otherKeys: [([String], SigningKeyError)] = [
        (["-algorithm", "RSA"], .notEC(algorithm: "RSA")),
        (["-algorithm", "ED25519"], .notEC(algorithm: "ED25519")),
        (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp384r1"], .wrongCurve("secp384r1")),
        (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"], .wrongCurve("secp256k1")),
        (
            ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes-256-cbc", "-pass", "pass:secret"],
            .encrypted
        ),
    ]

    @Test(arguments: otherKeys)
    func `another kind of key is refused for its own reason`(arguments: [String], reason: SigningKeyError) async throws
    {
        let pem = try await makePrivateKey(arguments)
        #expect(throws: reason) { try SigningKey(pem: pem) }
    }

    @Test func `an encrypted key in the older form is refused as encrypted`() async throws {
        let directory = try TemporaryDirectory()
        let key = try directory.write(await makePrivateKey(), to: "key.pem")
        let arguments = ["ec", "-in", key, "-aes128", "-passout", "pass:secret"]
        let pem = try await ChildProcess.output(of: "openssl", arguments)
        #expect(throws: SigningKeyError.encrypted) { try SigningKey(pem: Array(pem.utf8)) }
    }

    @Test func `a public key and a certificate are no private key`() async throws {
        let directory = try TemporaryDirectory()
        let key = try directory.write(await makePrivateKey(), to: "key.pem")
        let publicKey = try await ChildProcess.output(of: "openssl", ["pkey", "-in", key, "-pubout"])
        #expect(throws: SigningKeyError.notPrivateKey(label: "PUBLIC KEY")) {
            try SigningKey(pem: Array(publicKey.utf8))
        }
        let arguments = ["req", "-x509", "-key", key, "-subj", "/CN=x"]
        let certificate = try await ChildProcess.output(of: "openssl", arguments)
        #expect(throws: SigningKeyError.notPrivateKey(label: "CERTIFICATE")) {
            try SigningKey(pem: Array(certificate.utf8))
        }
    }

    @Test(arguments: ["", "rubbish", "-----BEGIN -----", "{\"key\":1}", "\u{0}\u{1}\u{2}"])
    func `what is not PEM is refused as such`(text: String) {
        #expect(throws: SigningKeyError.notPEM) { try SigningKey(pem: Array(text.utf8)) }
    }

    @Test func `a key that is cut short or changed is refused as damaged`() async throws {
        let pem = try await makePrivateKey()
        #expect(throws: SigningKeyError.damaged) { try SigningKey(pem: Array(pem.prefix(pem.count / 2))) }
        let label = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        #expect(throws: SigningKeyError.damaged) { try SigningKey(pem: Array(label.utf8)) }
    }

    @Test func `a reason never repeats what the file holds`() async throws {
        let pem = try await makePrivateKey(["-algorithm", "RSA"])
        let secret = String(decoding: pem, as: UTF8.self).split(separator: "\n")[1]
        let error = #expect(throws: SigningKeyError.self) { try SigningKey(pem: pem) }
        #expect(error?.description.contains(secret) == false)
        #expect(error?.description.contains("In-App Purchase key") == true)
    }
}
