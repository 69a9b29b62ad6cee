import COpenSSL
import Configuration
import Flow
import Glibc

/// A file with certificates or a private key as PEM, and what OpenSSL says of it.
struct PEMFile: Sendable {
    let path: String
    private let bytes: [UInt8]

    /// Reads the file; what is in it is looked at when it is asked for.
    init(path: String) throws(Complaint) {
        self.path = path
        bytes = try ConfigurationFile.bytes(at: path)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// When the first certificate expires, of which the others are the chain.
    func notAfter() throws(Complaint) -> UnixTime {
        defer { ERR_clear_error() }
        guard let certificate = readCertificate() else {
            throw Complaint("holds no certificate", "Write it as PEM, with the lines BEGIN and END CERTIFICATE")
        }
        defer { X509_free(certificate) }
        var time = tm()
        guard ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &time) == 1 else {
            throw Complaint("the certificate does not say until when it is good")
        }
        return UnixTime(milliseconds: Int64(timegm(&time)) * 1000)
    }

    /// Whether this is a private key, and that of the first certificate in another file where there is one.
    func checkKey(of other: PEMFile?) throws(Complaint) {
        defer { ERR_clear_error() }
        // Without this callback OpenSSL would ask on the terminal for a passphrase.
        guard let key = withInput({ PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in 0 }, nil) }) else {
            throw Complaint("holds no private key that can be read", "Write it as PEM, not encrypted")
        }
        defer { EVP_PKEY_free(key) }
        guard let certificate = other?.readCertificate() else { return }
        defer { X509_free(certificate) }
        guard X509_check_private_key(certificate, key) == 1 else {
            throw Complaint(
                "is not the key of the certificate in \(other?.path ?? "")",
                "Name the two that belong together"
            )
        }
    }

    private func readCertificate() -> OpaquePointer? {
        withInput { PEM_read_bio_X509($0, nil, { _, _, _, _ in 0 }, nil) }
    }

    private func withInput(_ read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        bytes.withUnsafeBytes { text in
            // The buffer does not copy the text, so it may not outlive this block.
            guard let input = BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count)) else { return nil }
            defer { BIO_free(input) }
            return read(input)
        }
    }
}
