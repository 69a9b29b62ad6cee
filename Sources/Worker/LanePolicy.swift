package import Flow

/// The settings that every lane follows.
package struct LanePolicy: Sendable {
    /// Most requests that start together, at least 1.
    package var batchSize = 50
    /// How long a first event waits for company; zero sends it at once.
    package var linger = Duration.milliseconds(200)
    package var retry = RetrySchedule(initial: .milliseconds(500), maximum: .seconds(300))
    /// Answers about one event, while its neighbours succeed, after which it is given up.
    package var attempts = 10
    /// How slowly a paused lane asks whether its trouble is over.
    package var probe = RetrySchedule(initial: .seconds(30), maximum: .seconds(300))
    /// Failures in a row after which the server counts as down.
    package var breakerThreshold = 10
    package var breaker = RetrySchedule(initial: .seconds(1), maximum: .seconds(30))
    /// The longest that a `Retry-After` may hold a lane.
    package var longestHold = Duration.seconds(3600)

    package init() {}
}
