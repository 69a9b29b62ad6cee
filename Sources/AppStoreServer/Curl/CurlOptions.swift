import CCurl
internal import ConsumptionRules
import Glibc

/// What is the same for every request to one server.
struct CurlOptions {
    let environment: AppStoreEnvironment
    let baseURL: BaseURL
    let configuration: AppStoreConfiguration

    init(_ configuration: AppStoreConfiguration, _ environment: AppStoreEnvironment) throws(AppStoreConfigurationError)
    {
        self.environment = environment
        self.configuration = configuration
        baseURL = try configuration.baseURL(for: environment)
    }

    /// Sets them on a new handle.
    ///
    /// Redirects, cookies, `.netrc` and HTTP/0.9 are off unless somebody turns them on.
    func apply(to easy: UnsafeMutableRawPointer) throws(TransportFailure) {
        try applyHTTP(to: easy)
        try applyTLS(to: easy)
        try applyConnection(to: easy)
    }

    /// Sets what keeps the connections of this term apart from those of others.
    ///
    /// libcurl shares a connection only where the limits of the TLS version are the same, and these two mean the same:
    /// so the terms take turns. A connection of the term before the last one is too old for this one.
    func apply(_ term: ConnectionTerm, at now: ContinuousClock.Instant, to easy: UnsafeMutableRawPointer)
        throws(TransportFailure)
    {
        let newest = term.number.isMultiple(of: 2) ? CURL_SSLVERSION_MAX_DEFAULT : CURL_SSLVERSION_MAX_TLSv1_3
        try easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2) | Int(newest))
        try easy.set(CURLOPT_MAXLIFETIME_CONN, Int((now - term.began).components.seconds) + 1)
    }

    private func applyHTTP(to easy: UnsafeMutableRawPointer) throws(TransportFailure) {
        try easy.set(CURLOPT_PROTOCOLS_STR, baseURL.isPlain ? "http" : "https")
        // libcurl 7.88 resets most streams once more after they have ended. A server that counts resets may close the
        // connection for it; what was under way ends as `reset`.
        try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try easy.set(CURLOPT_CUSTOMREQUEST, "PUT")
        try easy.set(CURLOPT_USERAGENT, configuration.userAgent)
        try easy.set(CURLOPT_TIMEOUT_MS, configuration.timeout.wholeMilliseconds)
    }

    private func applyTLS(to easy: UnsafeMutableRawPointer) throws(TransportFailure) {
        // The version for the server is set with each request's term.
        try easy.set(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        // A new file counts for new connections; libcurl would keep the old one's certificates for a day.
        try easy.set(CURLOPT_CA_CACHE_TIMEOUT, Int(configuration.connectionLifetime.components.seconds))
        if let file = configuration.caFile { try trustOnly(file, easy) }
        if let file = configuration.clientCertificateFile { try easy.set(CURLOPT_SSLCERT, file) }
        if let file = configuration.clientKeyFile { try easy.set(CURLOPT_SSLKEY, file) }
    }

    /// Debian's libcurl has a folder of certificates, too, which would go on to count beside the file.
    private func trustOnly(_ file: String, _ easy: UnsafeMutableRawPointer) throws(TransportFailure) {
        let nothing: UnsafeRawPointer? = nil
        try easy.set(CURLOPT_CAINFO, file)
        try easy.set(CURLOPT_CAPATH, nothing)
        try easy.set(CURLOPT_PROXY_CAINFO, file)
        try easy.set(CURLOPT_PROXY_CAPATH, nothing)
    }

    private func applyConnection(to easy: UnsafeMutableRawPointer) throws(TransportFailure) {
        // Without it libcurl would use SIGALRM for time-outs.
        try easy.set(CURLOPT_NOSIGNAL, 1)
        // Rather one connection with many streams than one more connection. Without TLS, which agrees on the protocol
        // at once, libcurl would hold everything back until the first answer.
        try easy.set(CURLOPT_PIPEWAIT, baseURL.isPlain ? 0 : 1)
        try easy.set(CURLOPT_TCP_KEEPALIVE, 1)
        // In seconds. A name that has moved is found again soon; connections live much longer, so it is seldom looked up.
        try easy.set(CURLOPT_DNS_CACHE_TIMEOUT, 10)
        // What a proxy answers to CONNECT is not the App Store's answer.
        try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // In the clear nothing leaves this machine, so not through a proxy of the environment either.
        if let proxy = baseURL.isPlain ? "" : configuration.proxy { try easy.set(CURLOPT_PROXY, proxy) }
        let limit = UnsafeRawPointer(bitPattern: configuration.timeout.wholeMilliseconds)
        try easy.set(CURLOPT_SOCKOPTDATA, limit)
        try check(curl_easy_set_socket_callback(easy, limitSilence))
    }
}

/// Lets the kernel give up a connection whose other end no longer confirms what we send.
///
/// HTTP/2 would go on to use it, and every request on it would run into its time-out. A kernel that does not know the
/// option changes nothing.
private func limitSilence(_ milliseconds: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _: curlsocktype) -> Int32 {
    var limit = CUnsignedInt(clamping: Int(bitPattern: milliseconds))
    _ = setsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
    return CURL_SOCKOPT_OK
}
