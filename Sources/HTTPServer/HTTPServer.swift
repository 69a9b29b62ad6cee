/// A small HTTP/1.1 server over libmicrohttpd, for the worker's endpoint and for the stand-in App Store.
///
/// Each connection has a thread of its own, so a handler may block. What handlers share is kept in `Guarded`.
package final class HTTPServer: Sendable {
    /// Answers a request on its connection's thread; none closes the connection without an answer.
    package typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse?

    /// The port that clients connect to, also when any free one was asked for.
    package let port: UInt16
    private let responder: Responder
    private let daemon: Guarded<Daemon?>
    private let drainTime: Duration

    /// Listens and serves from now on, until `stop` or until nobody holds the server any more.
    package init(_ options: Options, handler: @escaping Handler) throws(HTTPServerError) {
        let socket = try ListeningSocket(options)
        port = socket.port
        responder = Responder(options, handler: handler)
        drainTime = .seconds(options.timeoutSeconds)
        daemon = Guarded(try Daemon(socket: socket, options: options, responder: responder))
    }

    deinit {
        stop()
    }

    /// Turns new clients away and waits for the handlers that are running; a further call does nothing.
    ///
    /// Their answers are still sent, except to clients that take longer for it than the time-out.
    package func stop() {
        guard let daemon = daemon.withLock({ $0.take() }) else { return }
        daemon.quiesce()
        responder.drain(atMost: drainTime)
        // Stops the threads here, and not when the compiler likes.
        _ = consume daemon
    }
}
