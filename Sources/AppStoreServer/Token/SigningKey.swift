import COpenSSL

/// The private key of an app, with which its tokens are signed.
package struct SigningKey: Sendable {
    private let key: KeyHandle

    /// Reads the bytes of a `.p8` file: PEM, not encrypted, elliptic curve P-256.
    package init(pem: [UInt8]) throws(SigningKeyError) {
        // OpenSSL's errors wait in a queue of the thread, where the next TLS call would take them for its own.
        defer { ERR_clear_error() }
        switch PEMLabel(pem) {
        case nil: throw .notPEM
        case .other(let label): throw .notPrivateKey(label: label)
        case .encryptedPrivateKey: throw .encrypted
        case .privateKey: break
        }
        guard let key = KeyHandle(pem: pem) else { throw .damaged }
        guard key.algorithm == "EC" else { throw .notEC(algorithm: key.algorithm) }
        guard key.curve == "prime256v1" else { throw .wrongCurve(key.curve) }
        self.key = key
    }

    /// The ES256 signature of a message as JSON Web Tokens want it: r and s, 32 bytes each.
    func signature(of message: [UInt8]) throws(TransportFailure) -> [UInt8] {
        defer { ERR_clear_error() }
        guard let der = key.sign(message), let raw = rawSignature(der: der) else {
            throw TransportFailure(.local, reason: "OpenSSL cannot sign with this private key")
        }
        return raw
    }
}

extension SigningKey: Equatable {
    /// Whether both are the same key, however their files are written.
    package static func == (left: SigningKey, right: SigningKey) -> Bool { left.key.equals(right.key) }
}

/// Owns an `EVP_PKEY`.
private final class KeyHandle: @unchecked Sendable {  // never changed once read, which lets OpenSSL share it
    private let key: OpaquePointer

    init?(pem: [UInt8]) {
        let key: OpaquePointer? = pem.withUnsafeBytes { text in
            // The buffer does not copy the text, so it may not outlive this block.
            guard let input = BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count)) else { return nil }
            defer { BIO_free(input) }
            // Without this callback OpenSSL would ask on the terminal for a passphrase.
            return PEM_read_bio_PrivateKey(input, nil, { _, _, _, _ in 0 }, nil)
        }
        guard let key else { return nil }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    var algorithm: String {
        EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "unknown"
    }

    var curve: String {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else { return "unnamed" }
        return String(decoding: name[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func equals(_ other: KeyHandle) -> Bool {
        defer { ERR_clear_error() }
        return EVP_PKEY_eq(key, other.key) == 1
    }

    /// The DER form of the signature over SHA-256 of the message.
    func sign(_ message: [UInt8]) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var length = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &length, message, message.count) == 1
        else { return nil }
        var der = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSign(context, &der, &length, message, message.count) == 1 else { return nil }
        return Array(der[..<length])
    }
}

/// r and s side by side, each filled up with zeros to 32 bytes.
private func rawSignature(der: [UInt8]) -> [UInt8]? {
    var signature: OpaquePointer?
    der.withUnsafeBufferPointer { bytes in
        var next = bytes.baseAddress
        signature = d2i_ECDSA_SIG(nil, &next, bytes.count)
    }
    guard let signature else { return nil }
    defer { ECDSA_SIG_free(signature) }
    var r = [UInt8](repeating: 0, count: 32)
    var s = r
    guard BN_bn2binpad(ECDSA_SIG_get0_r(signature), &r, 32) == 32,
        BN_bn2binpad(ECDSA_SIG_get0_s(signature), &s, 32) == 32
    else { return nil }
    return r + s
}
