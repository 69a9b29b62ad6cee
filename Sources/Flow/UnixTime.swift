/// A moment of the calendar, in milliseconds since 1970 UTC as Apple and Kafka write it: for deadlines and for everything
/// that leaves the process.
package struct UnixTime: Hashable, Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package static func + (time: UnixTime, duration: Duration) -> UnixTime {
        let (sum, overflows) = time.milliseconds.addingReportingOverflow(duration.nanoseconds / 1_000_000)
        return UnixTime(milliseconds: overflows ? .max : sum)
    }

    package static func - (later: UnixTime, earlier: UnixTime) -> Duration {
        let (difference, overflows) = later.milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return .milliseconds(overflows ? (later < earlier ? Int64.min : .max) : difference)
    }
}
