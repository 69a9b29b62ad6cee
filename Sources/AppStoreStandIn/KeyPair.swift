import COpenSSL

/// A key pair on P-256: reads and writes PEM, makes new pairs, and checks signatures; frees itself.
struct KeyPair: ~Copyable {
    private let key: OpaquePointer

    /// Takes over the key, unless there is none.
    private init(owning key: OpaquePointer?) throws(StandInError) {
        guard let key else { throw .keyUnusable }
        self.key = key
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// A new pair.
    static func generate() throws(StandInError) -> KeyPair {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "prime256v1") == 1,
            EVP_PKEY_generate(context, &key) == 1
        else { throw .keyUnusable }
        return try KeyPair(owning: key)
    }

    /// A public key as PEM text (`PUBLIC KEY`).
    init(publicPEM: String) throws(StandInError) {
        let key = Array(publicPEM.utf8).withUnsafeBytes { text in
            // The buffer does not copy the text, so it may not outlive this block.
            let buffer = BIO_new_mem_buf(text.baseAddress, Int32(text.count))
            defer { BIO_free(buffer) }
            return PEM_read_bio_PUBKEY(buffer, nil, nil, nil)
        }
        try self.init(owning: key)
    }

    /// The private key as Apple hands it out in a `.p8` file: PKCS#8, not encrypted.
    func privatePEM() throws(StandInError) -> String {
        try Self.text { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) == 1 }
    }

    /// The public key.
    func publicPEM() throws(StandInError) -> String {
        try Self.text { PEM_write_bio_PUBKEY($0, key) == 1 }
    }

    /// Whether `signature`, as ES256 has it (r and s of 32 bytes each), is this key's for the bytes.
    func hasSigned(_ bytes: [UInt8], signature: [UInt8]) -> Bool {
        guard signature.count == 64, let encoded = Self.encoded(signature) else { return false }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
        return EVP_DigestVerify(context, encoded, encoded.count, bytes, bytes.count) == 1
    }

    /// The DER form that OpenSSL wants.
    private static func encoded(_ signature: [UInt8]) -> [UInt8]? {
        let pair = ECDSA_SIG_new()
        defer { ECDSA_SIG_free(pair) }
        let r = BN_bin2bn(signature, 32, nil)
        let s = signature.withUnsafeBufferPointer { $0.baseAddress.flatMap { BN_bin2bn($0 + 32, 32, nil) } }
        // Takes both numbers over.
        guard ECDSA_SIG_set0(pair, r, s) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 80)
        let count = bytes.withUnsafeMutableBufferPointer {
            var end = $0.baseAddress
            return i2d_ECDSA_SIG(pair, &end)
        }
        return count > 0 ? Array(bytes.prefix(Int(count))) : nil
    }

    private static func text(_ write: (OpaquePointer?) -> Bool) throws(StandInError) -> String {
        let buffer = BIO_new(BIO_s_mem())
        defer { BIO_free(buffer) }
        var bytes = [UInt8](repeating: 0, count: 2048)
        guard write(buffer) else { throw .keyUnusable }
        let count = BIO_read(buffer, &bytes, Int32(bytes.count))
        guard count > 0 else { throw .keyUnusable }
        return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    }
}
