/// One request on its way, and what has come back for it.
package final class HTTPExchange {
    /// The caller's number for it.
    package let tag: UInt64
    /// How it ended; nil while it is under way.
    package private(set) var outcome: Result<HTTPAnswer, HTTPFailure>?
    /// From its start to its end.
    package private(set) var duration: Duration = .zero
    /// From its start until there was a connection and it left; nil when it never did.
    package private(set) var sentAfter: Duration?

    let request: HTTPRequest
    let started: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    /// Its place among those that are under way.
    var place = 0
    /// Of the server that it is for.
    var pool = 0
    /// The connection that it is on, which does not end before it.
    private(set) unowned var connection: Connection?
    /// How much of the body has been written.
    var writtenCount = 0
    /// Of HTTP/2.
    var stream: Int32 = 0

    /// The server has ended its answer.
    var isWhole = false

    private var status = 0
    private var version = HTTPVersion.http1
    private var fields = ReceivedFields()
    private var body = ReceivedBody()
    private let ended: EndedExchanges

    init(
        _ request: HTTPRequest,
        tag: UInt64,
        from now: ContinuousClock.Instant,
        within limit: Duration,
        _ ended: EndedExchanges
    ) {
        (self.request, self.tag, self.ended) = (request, tag, ended)
        (started, deadline) = (now, now + limit)
    }

    var isEnded: Bool { outcome != nil }

    /// Whether a final status has come.
    var isAnswered: Bool { status >= 200 }

    /// Takes note that it leaves.
    func leaves(at now: ContinuousClock.Instant, on connection: Connection) {
        sentAfter = max(.zero, now - started)
        self.connection = connection
    }

    /// Leaves its connection, where it is no longer wanted.
    func abandon(at now: ContinuousClock.Instant) {
        guard let connection, let sentAfter else { return }
        connection.abandon(self, after: now - started - sentAfter, at: now)
    }

    /// Where it hangs when its time is over.
    func lateness(while progress: String) -> String {
        let limit = Int((deadline - started) / .milliseconds(1))
        return sentAfter == nil ? "not sent within \(limit) ms: \(progress)" : "no answer within \(limit) ms"
    }

    /// Takes a status; one below 200 is followed by another.
    func take(status: Int, over version: HTTPVersion) {
        (self.status, self.version) = (status, version)
    }

    /// Takes a header field; false when there are too many.
    func takeField(name: some Collection<UInt8>, value: some Collection<UInt8>) -> Bool {
        fields.append(name: name, value: value, isKept: status >= 300)
    }

    /// Takes a part of the body; false when there is too much of it.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool { body.append(bytes) }

    /// Ends it with all that was to come.
    func finish() {
        guard isAnswered else { return fail(HTTPFailure(.http, "the server ended its answer before a status")) }
        end(.success(answer(isComplete: true)))
    }

    /// Ends it before all has come; a status is an answer, whatever happens after it.
    func fail(_ failure: @autoclosure () -> HTTPFailure) {
        end(isAnswered ? .success(answer(isComplete: body.isTooLong)) : .failure(failure()))
    }

    private func answer(isComplete: Bool) -> HTTPAnswer {
        HTTPAnswer(status: status, version: version, fields: fields, body: body.kept, isComplete: isComplete)
    }

    private func end(_ outcome: Result<HTTPAnswer, HTTPFailure>) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        duration = ContinuousClock.now - started
        connection = nil
        ended.list.append(self)
    }
}

/// The exchanges that have ended and have not been handed over.
final class EndedExchanges {
    var list: [HTTPExchange] = []
}
