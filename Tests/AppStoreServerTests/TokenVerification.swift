import COpenSSL
import FoundationEssentials
import TestSupport

/// The public key of a private one, both in PEM.
func publicKey(of privateKey: [UInt8]) async throws -> String {
    let directory = try TemporaryDirectory()
    let file = try directory.write(privateKey, to: "key.pem")
    return try await ChildProcess.output(of: "openssl", ["pkey", "-in", file, "-pubout"])
}

/// Whether an ES256 token's signature is that of the public key, as OpenSSL sees it.
func verifies(_ token: String, publicKey: String) -> Bool {
    let parts = token.split(separator: ".")
    guard parts.count == 3, let raw = Data(base64URL: parts[2]), raw.count == 64 else { return false }
    guard let key = readPublicKey(publicKey), let context = EVP_MD_CTX_new() else { return false }
    defer {
        EVP_MD_CTX_free(context)
        EVP_PKEY_free(key)
    }
    let (der, message) = (derSignature([UInt8](raw)), Array("\(parts[0]).\(parts[1])".utf8))
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
        && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
}

private func readPublicKey(_ pem: String) -> OpaquePointer? {
    pem.withCString { text in
        // The buffer does not copy the text, so it may not outlive this block.
        let input = BIO_new_mem_buf(text, -1)
        defer { BIO_free(input) }
        return PEM_read_bio_PUBKEY(input, nil, nil, nil)
    }
}

private func derSignature(_ raw: [UInt8]) -> [UInt8] {
    let signature = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(signature) }
    let (r, s) = (Array(raw[..<32]), Array(raw[32...]))
    ECDSA_SIG_set0(signature, BN_bin2bn(r, 32, nil), BN_bin2bn(s, 32, nil))
    var der = [UInt8](repeating: 0, count: 80)
    let count = der.withUnsafeMutableBufferPointer { buffer in
        var next = buffer.baseAddress
        return i2d_ECDSA_SIG(signature, &next)
    }
    return Array(der.prefix(Int(count)))
}

extension Data {
    /// Decodes base64url without padding.
    init?(base64URL text: Substring) {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
