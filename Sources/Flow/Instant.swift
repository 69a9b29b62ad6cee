/// A moment on the machine's monotonic clock, in nanoseconds since a start that has no meaning: for rates, back-off and
/// time-outs, which a step of the wall clock must not touch.
package struct Instant: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Later than every moment that is ever reached.
    package static let distantFuture = Instant(nanoseconds: .max)

    package static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflows) = instant.nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return overflows ? .distantFuture : Instant(nanoseconds: sum)
    }

    package static func - (later: Instant, earlier: Instant) -> Duration {
        Duration(nanoseconds: later.nanoseconds - earlier.nanoseconds)
    }
}
