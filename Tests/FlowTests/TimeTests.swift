import Flow
import Testing

@Suite struct TimeTests {
    @Test func `sums beyond the calendar stay at its end`() {
        #expect(UnixTime(milliseconds: .max - 1) + .seconds(1) == UnixTime(milliseconds: .max))
        #expect(Instant(nanoseconds: .max - 1) + .seconds(1) == .distantFuture)
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        #expect(UnixTime(milliseconds: .max) - UnixTime(milliseconds: -1) == .milliseconds(Int64.max))
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (Int64.max, "292278994-08-17T07:12:55.807Z"), (.min, "-292275055-05-16T16:47:04.192Z"),
    ])
    func `every moment has a date in words, also one that a stranger has thought of`(milliseconds: Int64, text: String)
    {
        #expect(UnixTime(milliseconds: milliseconds).iso8601 == text)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a duration in nanoseconds is what its components say, without what is below`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let longest = Int64(9_000_000_000) >> Int64.random(in: 0...33, using: &random)
            let magnitude = Int64.random(in: 0...longest, using: &random)
            let attoseconds = Int64.random(in: 0..<1_000_000_000_000_000_000, using: &random)
            for duration in [
                Duration(secondsComponent: magnitude, attosecondsComponent: attoseconds),
                Duration(secondsComponent: -magnitude, attosecondsComponent: -attoseconds),
            ] {
                let (seconds, rest) = duration.components
                #expect(duration.nanoseconds == seconds * 1_000_000_000 + rest / 1_000_000_000, "\(duration)")
            }
        }
    }

    @Test(arguments: [Int64.min + 1, -1_000_000_001, -1, 0, 1, 999_999_999, 1_700_000_000_000_000_000, .max])
    func `the time between two moments comes back in nanoseconds`(nanoseconds: Int64) {
        let between = Instant(nanoseconds: nanoseconds) - Instant(nanoseconds: 0)
        #expect(between == .nanoseconds(nanoseconds))
        #expect(between.nanoseconds == nanoseconds)
    }

    @Test func `what is too long for nanoseconds stays at the end`() {
        #expect(Duration.seconds(9_223_372_037).nanoseconds == .max)
        #expect(Duration.seconds(-9_223_372_037).nanoseconds == .min)
    }

    @Test func `a date is found again on the monotonic clock`() {
        let now = Moment(instant: .at(.seconds(100)), date: .at(.zero))
        #expect(now.instant(at: .at(.seconds(5))) == .at(.seconds(105)))
        #expect(now.instant(at: .at(.seconds(-5))) == .at(.seconds(95)))
    }
}
