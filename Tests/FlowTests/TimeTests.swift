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

    @Test func `a date is found again on the monotonic clock`() {
        let now = Moment(instant: .at(.seconds(100)), date: .at(.zero))
        #expect(now.instant(at: .at(.seconds(5))) == .at(.seconds(105)))
        #expect(now.instant(at: .at(.seconds(-5))) == .at(.seconds(95)))
    }
}
