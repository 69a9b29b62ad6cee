/// Stops calling a server that does not answer, and finds out with one call at a time when it does again.
///
/// closed → (failures in a row) → open → (time) → probing → (success) → recovering → closed; a failure while probing or
/// recovering opens it again, for longer.
package struct CircuitBreaker: Sendable {
    package enum State: Hashable, Sendable {
        case closed
        /// No call until then.
        case open(until: Instant)
        /// One call is out to learn whether the server answers.
        case probing
        /// It answers again: at most this many calls at once, doubled with each success.
        case recovering(limit: Int)
    }

    package private(set) var state = State.closed
    private let threshold: Int
    private let schedule: RetrySchedule
    private var failures = 0
    private var openings = 0

    /// - Parameters:
    ///   - threshold: Failures in a row that open it.
    ///   - schedule: How long it stays open the first, second, … time.
    package init(threshold: Int, schedule: RetrySchedule) {
        self.threshold = threshold
        self.schedule = schedule
    }

    /// How many calls may be out at once at `now`, those that are out included.
    package mutating func admission(at now: Instant) -> Int {
        if case .open(let until) = state, until <= now { state = .probing }
        switch state {
        case .closed: return .max
        case .open: return 0
        case .probing: return 1
        case .recovering(let limit): return limit
        }
    }

    /// When it will admit a call again, if only time keeps it from doing so.
    package var opensAt: Instant? {
        if case .open(let until) = state { until } else { nil }
    }

    package var isClosed: Bool { state == .closed }

    package mutating func succeeded() {
        failures = 0
        switch state {
        case .closed: break
        case .open, .probing: state = .recovering(limit: 2)
        case .recovering(let limit) where limit < 64: state = .recovering(limit: limit * 2)
        case .recovering:
            openings = 0
            state = .closed
        }
    }

    package mutating func failed(at now: Instant, jitter: Double) {
        failures += 1
        switch state {
        case .open: break
        case .closed where failures < threshold: break
        case .closed, .probing, .recovering:
            openings += 1
            // Half fixed, half random: workers must not probe in step, and must not probe at once either.
            let ceiling = schedule.ceiling(afterFailure: openings)
            let random = schedule.delay(afterFailure: openings, jitter: jitter)
            state = .open(until: now + (ceiling + random) / 2)
        }
    }
}
