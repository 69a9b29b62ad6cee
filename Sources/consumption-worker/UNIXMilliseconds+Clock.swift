import ConsumptionRules
import Glibc

extension UNIXMilliseconds {
    /// The time by this machine's clock.
    static var now: UNIXMilliseconds {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UNIXMilliseconds(Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
