import COpenSSL

/// What all TLS connections share: whom they trust, who they are, TLS 1.2 at least.
///
/// [SSL_CTX](https://docs.openssl.org/3.0/man3/SSL_CTX_new/)
final class TLSContext {
    let context: OpaquePointer

    /// Where Debian keeps the certificates that the system trusts: in one file, and one by one.
    static let systemPlaces = [systemFile, systemFolder]
    private static let systemFile = "/etc/ssl/certs/ca-certificates.crt"
    private static let systemFolder = "/etc/ssl/certs"

    /// Reads the files; throws when one of them is not what it should be.
    init(_ options: HTTPClientOptions) throws(HTTPFailure) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw HTTPFailure(.local, openSSLText("no TLS")) }
        self.context = context
        guard SSL_CTX_require_TLS12(context) == 1 else { throw HTTPFailure(.local, openSSLText("no TLS 1.2")) }
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        try trust(options.caFile)
        try show(options.clientCertificateFile, options.clientKeyFile)
    }

    deinit { SSL_CTX_free(context) }

    private func trust(_ file: String?) throws(HTTPFailure) {
        guard let file else {
            // A machine that has only one of them is as good as one that has both.
            let places = [
                SSL_CTX_load_verify_file(context, Self.systemFile), SSL_CTX_load_verify_dir(context, Self.systemFolder),
            ]
            ERR_clear_error()
            if places.contains(1) { return }
            throw HTTPFailure(.tls, "the system has no certificates: install ca-certificates")
        }
        guard SSL_CTX_load_verify_file(context, file) == 1 else {
            throw HTTPFailure(.tls, openSSLText("no certificates can be read from \(file)"))
        }
    }

    private func show(_ certificate: String?, _ key: String?) throws(HTTPFailure) {
        guard let certificate, let key else { return }
        // Without it OpenSSL would ask on the terminal for a passphrase.
        SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in 0 }
        guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
            throw HTTPFailure(.tls, openSSLText("no certificate can be read from \(certificate)"))
        }
        guard SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
            throw HTTPFailure(.tls, openSSLText("no key for \(certificate) can be read from \(key)"))
        }
    }
}
