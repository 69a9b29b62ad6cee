import ConsumptionRules
import Flow

extension Moment {
    /// When made-up time begins.
    static let start = Moment(
        instant: Instant(nanoseconds: 0),
        date: UnixTime(milliseconds: WrittenEvent.time.value)
    )

    /// Lets time pass on both clocks.
    mutating func pass(_ duration: Duration) {
        self = Moment(instant: instant + duration, date: date + duration)
    }
}
