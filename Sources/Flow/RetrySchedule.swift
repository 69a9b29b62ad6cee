/// When to try again: exponential back-off with full jitter, so that what failed together does not return together.
package struct RetrySchedule: Hashable, Sendable {
    package var initial: Duration
    package var maximum: Duration

    package init(initial: Duration, maximum: Duration) {
        self.initial = initial
        self.maximum = maximum
    }

    /// The longest wait after the `attempt`-th failure in a row: `initial` doubled each time, at most `maximum`.
    package func ceiling(afterFailure attempt: Int) -> Duration {
        let doublings = min(max(attempt, 1) - 1, 40)
        let (nanoseconds, overflows) = initial.nanoseconds.multipliedReportingOverflow(by: 1 << doublings)
        return overflows ? maximum : min(.nanoseconds(nanoseconds), maximum)
    }

    /// - Parameter jitter: A random number from 0 up to 1.
    package func delay(afterFailure attempt: Int, jitter: Double) -> Duration {
        .nanoseconds(Int64(Double(ceiling(afterFailure: attempt).nanoseconds) * jitter))
    }
}
