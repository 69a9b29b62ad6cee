/// Decides how long requests start on a connection.
///
/// One of HTTP/2 that is always in use would else never be given up: not when it is old and the host's address has
/// changed, and not when the other end has stopped answering and only its kernel still takes what we send.
struct ConnectionTerm {
    private let end: ContinuousClock.Instant
    private var lastAnswer: ContinuousClock.Instant
    private var isSilent = false

    /// - Parameter longest: After how long the term is over although nothing is wrong.
    init(longest: Duration, at now: ContinuousClock.Instant) {
        (end, lastAnswer) = (now + longest, now)
    }

    /// Whether no other request may start.
    func isOver(at now: ContinuousClock.Instant) -> Bool { isSilent || now >= end }

    /// Takes note that a request was answered.
    mutating func requestIsAnswered(at now: ContinuousClock.Instant) {
        lastAnswer = now
    }

    /// Takes note that a request ran out of time after `duration` on the connection.
    ///
    /// It may be to blame itself, unless no other was answered for a good part of that time.
    mutating func requestTimesOut(after duration: Duration, at now: ContinuousClock.Instant) {
        if lastAnswer <= now - duration / 2 { isSilent = true }
    }
}
