/// Decides when requests leave the connections that they share and go over new ones.
///
/// A connection of HTTP/2 that is always in use would never be given up by libcurl: not when it is old and the host's
/// address has changed, and not when the other end has stopped answering and only its kernel still takes what we send.
struct ConnectionTerm {
    /// Requests of different terms share no connection.
    private(set) var number = 0
    private(set) var began: ContinuousClock.Instant
    private let longest: Duration
    private var lastAnswer: ContinuousClock.Instant

    /// libcurl counts the age of connections in seconds.
    private static let shortest: Duration = .seconds(2)

    /// - Parameter longest: After how long the next term begins although nothing is wrong.
    init(longest: Duration, at now: ContinuousClock.Instant) {
        (self.longest, began, lastAnswer) = (max(longest, Self.shortest), now, now)
    }

    /// Takes note that a request starts.
    mutating func requestStarts(at now: ContinuousClock.Instant) {
        if now - began >= longest { begin(at: now) }
    }

    /// Takes note that a request was answered.
    mutating func requestIsAnswered(at now: ContinuousClock.Instant) {
        lastAnswer = now
    }

    /// Takes note that a request ran out of time after `duration`.
    ///
    /// It may be to blame itself, unless no other was answered for a good part of that time. One that began in an earlier
    /// term says nothing about this one's connections.
    mutating func requestTimesOut(after duration: Duration, at now: ContinuousClock.Instant) {
        guard began <= now - duration, now - began >= Self.shortest else { return }
        if lastAnswer <= now - duration / 2 { begin(at: now) }
    }

    private mutating func begin(at now: ContinuousClock.Instant) {
        number += 1
        began = now
    }
}
