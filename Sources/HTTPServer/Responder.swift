/// Decides what each complete request is answered with, and knows how many answers are on their way.
final class Responder: Sendable {
    private struct Progress {
        var answering = 0
        var isClosing = false
    }

    let bodyLimit: Int
    let doorkeeper: Doorkeeper
    private let handler: HTTPServer.Handler
    private let progress = Guarded(Progress())

    init(_ options: HTTPServer.Options, handler: @escaping HTTPServer.Handler) {
        bodyLimit = options.bodyLimit
        doorkeeper = Doorkeeper(
            connections: Int(options.connections),
            patience: .seconds(2 * max(options.timeoutSeconds, 1))
        )
        self.handler = handler
    }

    /// The answer to a request that has arrived; none means to close the connection without one.
    func answer(to exchange: Exchange) -> HTTPResponse? {
        if exchange.isLonger(than: bodyLimit) {
            return HTTPResponse(status: 413)
        }
        exchange.isAnswering = begin()
        guard exchange.isAnswering else {
            return HTTPResponse(status: 503, headers: [HTTPField("Connection", "close")])
        }
        return handler(exchange.request)
    }

    /// Is told when an answer has left or its connection is gone.
    func end(_ exchange: Exchange) {
        if exchange.isAnswering {
            progress.withLock { $0.answering -= 1 }
        }
    }

    /// Lets no further request reach the handler, and waits for the answers that are on their way.
    func drain(atMost limit: Duration) {
        progress.withLock { $0.isClosing = true }
        progress.wait(atMost: limit) { $0.answering == 0 }
    }

    private func begin() -> Bool {
        progress.withLock { progress in
            if !progress.isClosing {
                progress.answering += 1
            }
            return !progress.isClosing
        }
    }
}
