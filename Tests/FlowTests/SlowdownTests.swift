import Flow
import Testing

@Suite struct SlowdownTests {
    var limiter = RateLimiterTests.limiter(perSecond: 50)

    @Test mutating func `a 429 takes a tenth off, and a minute without one gives it back`() {
        limiter.throttled(at: .at(.zero))
        #expect(limiter.share(at: .at(.zero)) == 45)
        #expect(limiter.share(at: .at(.milliseconds(59_999))) == 45)
        #expect(limiter.share(at: .at(.seconds(60))) == 50)
    }

    @Test mutating func `many at once are one`() {
        for number in 0..<50 { limiter.throttled(at: .at(.milliseconds(number * 100))) }
        #expect(limiter.share(at: .at(.seconds(5))) == 45)
        #expect(limiter.share(at: .at(.seconds(64))) == 45)
        #expect(limiter.share(at: .at(.seconds(65))) == 50)
    }

    @Test mutating func `as long as they go on another tenth comes off each minute, down to a half`() {
        for second in 0..<600 { limiter.throttled(at: .at(.seconds(second))) }
        #expect(limiter.share(at: .at(.seconds(600))) == 25)
        #expect(limiter.share(at: .at(.seconds(599 + 120))) == 35)
        #expect(limiter.share(at: .at(.seconds(599 + 300))) == 50)
    }

    @Test mutating func `the lowered rate is kept`() {
        limiter.throttled(at: .at(.zero))
        var now = Moment.at(.zero)
        var granted = 0
        while now.instant < .at(.seconds(50)) {
            granted += limiter.reserve(upTo: 50, at: now)
            now = .at(limiter.nextFree(at: now) - .at(.zero))
        }
        #expect((45 * 49...45 * 51).contains(granted))
    }

    @Test(arguments: [0, 1, 4]) func `a worker with slots leaves some out`(minutes: Int) {
        let limit = RateLimit(perSecond: 5)
        var limiter = RateLimiter(limit: limit)
        limiter.setShare(limit.share(of: [0, 1, 2], among: 12), at: .at(.seconds(-10)))
        let full = limiter.share(at: .at(.zero))
        for second in stride(from: 0, to: minutes * 60, by: 10) { limiter.throttled(at: .at(.seconds(second))) }
        let begin = Duration.seconds(max(0, minutes * 60 - 10))
        var now = Moment.at(begin)
        var granted = 0
        while now.instant < .at(begin + .seconds(59)) {
            granted += limiter.reserve(upTo: 1, at: now)
            now = .at(limiter.nextFree(at: now) - .at(.zero))
        }
        let expected = full * 59 * Double(10 - minutes) / 10
        #expect(abs(Double(granted) - expected) <= 4)
    }
}
