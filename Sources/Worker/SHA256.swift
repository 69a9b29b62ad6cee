import COpenSSL

/// The SHA-256 digest of some bytes in hexadecimal; `nil` when OpenSSL cannot make one, for want of memory.
func sha256(_ bytes: [UInt8]) -> String? {
    var digest = [UInt8](repeating: 0, count: 32)
    guard EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1 else { return nil }
    return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
