import CMicrohttpd

/// libmicrohttpd's server: one thread that accepts clients, and one for each connection; stops and frees itself.
struct Daemon: ~Copyable, Sendable {
    // Safe to share: libmicrohttpd takes calls from any thread, and only `deinit` frees it.
    nonisolated(unsafe) private let daemon: OpaquePointer
    private let socket: ListeningSocket
    private let responder: Responder

    init(
        socket: consuming ListeningSocket,
        options: HTTPServer.Options,
        responder: Responder
    ) throws(HTTPServerError) {
        // Poll rather than select, which ends at descriptor 1,024; quiescing needs the pipe (ITC).
        var flags = MHD_USE_POLL_INTERNAL_THREAD.rawValue | MHD_USE_THREAD_PER_CONNECTION.rawValue
        flags |= MHD_USE_ITC.rawValue | (options.tls == nil ? 0 : MHD_USE_TLS.rawValue)
        let started = Self.withTexts(of: options.tls) {
            start_daemon(flags, socket.descriptor, Self.limits(of: options), $0, responder.functions)
        }
        guard let started else {
            // libmicrohttpd closes the socket when it fails, and only then.
            socket.handOver()
            throw HTTPServerError(startOf: options)
        }
        daemon = started
        self.socket = socket
        self.responder = responder
    }

    deinit {
        quiesce()
        // Waits for the threads of all connections, hence for every handler; no callback comes after it.
        MHD_stop_daemon(daemon)
    }

    /// libmicrohttpd turns away whoever is one too many, so it has room for those that are being cut.
    private static func limits(of options: HTTPServer.Options) -> client_limits {
        client_limits(
            connections: 2 * options.connections,
            timeout_seconds: max(options.timeoutSeconds, 1),
            head: 32_768
        )
    }

    private static func withTexts(
        of tls: HTTPServer.TLS?,
        _ start: (tls_texts) -> OpaquePointer?
    ) -> OpaquePointer? {
        guard let tls else { return start(tls_texts()) }
        return tls.certificatePEM.withCString { certificate in
            tls.keyPEM.withCString { key in
                guard let authority = tls.clientAuthorityPEM else {
                    return start(tls_texts(certificate: certificate, key: key, client_authority: nil))
                }
                return authority.withCString {
                    start(tls_texts(certificate: certificate, key: key, client_authority: $0))
                }
            }
        }
    }

    /// Accepts no more clients; those that are connected stay.
    func quiesce() {
        // What comes back is our own socket. The daemon no longer closes it, and we may do so once it has stopped.
        _ = MHD_quiesce_daemon(daemon)
        socket.refuse()
    }
}

extension HTTPServerError {
    /// libmicrohttpd does not say why it failed; with the socket already listening, TLS is what remains to go wrong.
    fileprivate init(startOf options: HTTPServer.Options) {
        if options.tls == nil {
            self.init(code: .system, description: "the HTTP server on \(options.place) has no thread to run on")
        } else {
            self.init(
                code: .tlsRefused,
                description: "the certificate or private key for \(options.place) cannot be used: "
                    + "give both as PEM, the key unencrypted and belonging to the first certificate"
            )
        }
    }
}
