import CCurl

extension TransportFailure {
    /// Says what libcurl's code means; `text` is what libcurl wrote about it, if it did.
    init(_ code: CURLcode, text: UnsafePointer<CChar>?) {
        let written = text.map { String(cString: $0) } ?? ""
        let reason = written.isEmpty ? String(cString: curl_easy_strerror(code)) : written
        self.init(Self.category(of: code), reason: oneLine("\(reason) (libcurl \(code.rawValue))".utf8, limit: 256))
    }

    /// Sorts [libcurl's error codes](https://curl.se/libcurl/c/libcurl-errors.html).
    private static func category(of code: CURLcode) -> Category {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .dns
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .connect
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
            .tls
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM: .reset
        case CURLE_HTTP2, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING: .http
        default: .local
        }
    }
}
