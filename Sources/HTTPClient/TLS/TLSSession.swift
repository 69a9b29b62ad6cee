import COpenSSL

/// One end of a TLS connection, which turns bytes into bytes and knows no socket.
///
/// So what it writes in one turn leaves with one call of the system, and TLS to a server can pass through TLS to a proxy.
/// [SSL](https://docs.openssl.org/3.0/man3/SSL_new/)
final class TLSSession {
    private(set) var isEstablished = false
    /// The other end has said that nothing follows.
    private(set) var isClosed = false

    private let ssl: OpaquePointer
    /// Both belong to `ssl`.
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    /// For what has been decrypted, and for what has been encrypted.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)
    private let outgoingBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)
    private let host: String

    /// - Parameters:
    ///   - host: Whom the certificate must name; an IPv6 address without its brackets.
    ///   - protocols: What to agree on by ALPN, each after its length; empty for nothing.
    init(_ context: TLSContext, host name: String, protocols: [UInt8]) throws(HTTPFailure) {
        // A dot that ends a name is for the lookup only.
        let host = name.hasSuffix(".") ? String(name.dropLast()) : name
        ERR_clear_error()
        guard let ssl = SSL_new(context.context) else { throw HTTPFailure(.local, openSSLText("no TLS")) }
        guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            throw HTTPFailure(.local, openSSLText("no memory for TLS"))
        }
        SSL_set_bio(ssl, incoming, outgoing)
        SSL_set_connect_state(ssl)
        (self.ssl, self.incoming, self.outgoing, self.host) = (ssl, incoming, outgoing, host)
        guard identifyServer(), protocols.isEmpty || SSL_set_alpn_protos(ssl, protocols, UInt32(protocols.count)) == 0
        else { throw HTTPFailure(.tls, openSSLText("\(host) is no name for TLS")) }
    }

    deinit {
        SSL_free(ssl)
        buffer.deallocate()
        outgoingBuffer.deallocate()
    }

    /// An address is checked as such, and is no name to ask for.
    private func identifyServer() -> Bool {
        SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1 { return true }
        ERR_clear_error()
        return SSL_set1_host(ssl, host) == 1 && SSL_set_server_name(ssl, host) == 1
    }

    /// Whether both ends agreed on HTTP/2.
    var speaksHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &length)
        return UnsafeBufferPointer(start: name, count: Int(length)).elementsEqual("h2".utf8)
    }

    /// Takes bytes from the other end.
    func feed(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure) {
        guard BIO_write(incoming, bytes.baseAddress, Int32(bytes.count)) == Int32(bytes.count) else {
            throw HTTPFailure(.local, openSSLText("no memory for TLS"))
        }
    }

    /// Moves the handshake on.
    func shakeHands() throws(HTTPFailure) {
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        if result == 1 {
            isEstablished = true
        } else if SSL_get_error(ssl, result) != SSL_ERROR_WANT_READ {
            throw handshakeFailure()
        }
    }

    private func handshakeFailure() -> HTTPFailure {
        let verdict = SSL_get_verify_result(ssl)
        guard verdict == X509_V_OK else {
            ERR_clear_error()
            let text = String(cString: X509_verify_cert_error_string(verdict))
            return HTTPFailure(.tls, "the certificate of \(host) is not trusted: \(text)")
        }
        return HTTPFailure(.tls, openSSLText("no TLS with \(host)"))
    }

    /// The next bytes that the other end has encrypted, valid until the next call; nil when more must be fed first.
    func read() throws(HTTPFailure) -> UnsafeRawBufferPointer? {
        ERR_clear_error()
        let count = SSL_read(ssl, buffer.baseAddress, Int32(buffer.count))
        if count > 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)]) }
        switch SSL_get_error(ssl, count) {
        case SSL_ERROR_WANT_READ: return nil
        case SSL_ERROR_ZERO_RETURN:
            isClosed = true
            return nil
        default: throw HTTPFailure(.tls, openSSLText("TLS with \(host) broke"))
        }
    }

    /// Encrypts bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure) {
        if bytes.isEmpty { return }
        ERR_clear_error()
        guard SSL_write(ssl, bytes.baseAddress, Int32(bytes.count)) == Int32(bytes.count) else {
            throw HTTPFailure(.tls, openSSLText("TLS with \(host) broke"))
        }
    }

    /// Says that nothing follows.
    func end() {
        ERR_clear_error()
        // In the middle of a handshake there is nothing to say.
        _ = SSL_shutdown(ssl)
        ERR_clear_error()
    }

    /// Takes out the next part of what is to go to the other end, valid until the next call; nil when there is no more.
    func takeOutput() -> UnsafeRawBufferPointer? {
        let count = BIO_read(outgoing, outgoingBuffer.baseAddress, Int32(outgoingBuffer.count))
        return count > 0 ? UnsafeRawBufferPointer(rebasing: outgoingBuffer[..<Int(count)]) : nil
    }
}
