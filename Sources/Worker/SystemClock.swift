package import Flow
internal import Glibc

/// The only place where the machine's clocks are read.
package struct SystemClock: Sendable {
    package init() {}

    package func now() -> Moment {
        Moment(
            instant: Instant(nanoseconds: Self.read(CLOCK_BOOTTIME)),
            date: UnixTime(milliseconds: Self.read(CLOCK_REALTIME) / 1_000_000)
        )
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
