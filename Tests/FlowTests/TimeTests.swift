import Flow
import Testing

@Suite struct TimeTests {
    @Test func `sums beyond the calendar stay at its end`() {
        #expect(UnixTime(milliseconds: .max - 1) + .seconds(1) == UnixTime(milliseconds: .max))
        #expect(Instant(nanoseconds: .max - 1) + .seconds(1) == .distantFuture)
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        #expect(UnixTime(milliseconds: .max) - UnixTime(milliseconds: -1) == .milliseconds(Int64.max))
    }

    @Test func `a date is found again on the monotonic clock`() {
        let now = Moment(instant: .at(.seconds(100)), date: .at(.zero))
        #expect(now.instant(at: .at(.seconds(5))) == .at(.seconds(105)))
        #expect(now.instant(at: .at(.seconds(-5))) == .at(.seconds(95)))
    }
}
