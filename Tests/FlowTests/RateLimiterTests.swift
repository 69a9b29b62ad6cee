import Flow
import TestSupport
import Testing

@Suite struct RateLimiterTests {
    /// The limiter of a worker that is alone, whose share is in force: a first share counts only after a window.
    static func limiter(perSecond: Double) -> RateLimiter {
        let limit = RateLimit(perSecond: perSecond)
        var limiter = RateLimiter(limit: limit)
        limiter.setShare(limit.share(of: [0], among: 1), at: .at(.seconds(-100)))
        return limiter
    }

    @Test func `a burst up to the limit goes at once, the next one a window later`() {
        var limiter = Self.limiter(perSecond: 50)
        #expect(limiter.reserve(upTo: 64, at: .at(.zero)) == 50)
        #expect(limiter.reserve(upTo: 1, at: .at(.milliseconds(1000))) == 0)
        #expect(limiter.nextFree(at: .at(.milliseconds(1000))) == .at(.seconds(1) + RateLimiter.guardTime))
        #expect(limiter.reserve(upTo: 64, at: .at(.seconds(1) + RateLimiter.guardTime)) == 50)
    }

    @Test func `the tokens that are left are shown, and looking takes none`() {
        var limiter = Self.limiter(perSecond: 50)
        #expect(limiter.tokens(at: .at(.zero)) == 50)
        _ = limiter.reserve(upTo: 20, at: .at(.zero))
        #expect(limiter.tokens(at: .at(.milliseconds(500))) == 30)
        #expect(limiter.tokens(at: .at(.milliseconds(1010))) == 50)
        #expect(RateLimiter(limit: RateLimit(perSecond: 50)).tokens(at: .at(.zero)) == 0)
    }

    @Test func `a limit below one a second stretches the window`() {
        var limiter = Self.limiter(perSecond: 0.4)
        #expect(limiter.reserve(upTo: 3, at: .at(.zero)) == 1)
        #expect(limiter.reserve(upTo: 1, at: .at(.milliseconds(2509))) == 0)
        #expect(limiter.reserve(upTo: 1, at: .at(.milliseconds(2510))) == 1)
    }

    @Test func `no share admits nothing and knows no time`() {
        var limiter = RateLimiter(limit: RateLimit(perSecond: 50))
        #expect(limiter.reserve(upTo: 1, at: .at(.zero)) == 0)
        #expect(limiter.nextFree(at: .at(.zero)) == .distantFuture)
    }

    @Test func `a larger share counts only after a whole window, a smaller one at once`() {
        let limit = RateLimit(perSecond: 50)
        var limiter = RateLimiter(limit: limit)
        limiter.setShare(limit.share(of: [0], among: 5), at: .at(.seconds(-10)))
        limiter.setShare(limit.share(of: Array(0..<5), among: 5), at: .at(.zero))
        #expect(limiter.reserve(upTo: 50, at: .at(.milliseconds(900))) == 10)
        #expect(limiter.nextFree(at: .at(.milliseconds(900))) == .at(.milliseconds(1010)))
        #expect(limiter.reserve(upTo: 50, at: .at(.milliseconds(1010))) == 40)
        limiter.setShare(limit.share(of: [0], among: 10), at: .at(.milliseconds(1011)))
        #expect(limiter.nextFree(at: .at(.milliseconds(1011))) == .at(.milliseconds(2020)))
    }

    @Test func `a start whose request arrived late counts from then`() {
        var limiter = Self.limiter(perSecond: 2)
        #expect(limiter.reserve(upTo: 2, at: .at(.zero)) == 2)
        limiter.postpone(.at(.zero), to: .at(.milliseconds(300)), at: .at(.milliseconds(400)))
        #expect(limiter.reserve(upTo: 2, at: .at(.milliseconds(1010))) == 1)
        #expect(limiter.nextFree(at: .at(.milliseconds(1010))) == .at(.milliseconds(1310)))
    }

    @Test func `a late one counts although its window seemed to be over`() {
        var limiter = Self.limiter(perSecond: 1)
        #expect(limiter.reserve(upTo: 1, at: .at(.zero)) == 1)
        limiter.postpone(.at(.zero), to: .at(.milliseconds(1900)), at: .at(.seconds(2)))
        #expect(limiter.reserve(upTo: 1, at: .at(.milliseconds(2909))) == 0)
        #expect(limiter.reserve(upTo: 1, at: .at(.milliseconds(2910))) == 1)
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `no sliding second ever holds more than the limit`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let perSecond = Double.random(in: 0.2..<80, using: &random)
        var limiter = Self.limiter(perSecond: perSecond)
        var now = Duration.zero
        var starts: [Duration] = []
        for _ in 0..<3000 {
            now += .microseconds(Int.random(in: 0..<40_000, using: &random))
            let granted = limiter.reserve(upTo: Int.random(in: 1..<20, using: &random), at: .at(now))
            starts += Array(repeating: now, count: granted)
        }
        let limit = RateLimit(perSecond: perSecond)
        for (first, last) in zip(starts, starts.dropFirst(limit.count)) {
            #expect(last - first >= limit.period + RateLimiter.guardTime, "seed \(seed), \(perSecond) a second")
        }
    }

    @Test(arguments: [0.1, 0.5, 1, 2, 5, 50, 1000])
    func `alone and under backlog a worker uses at least 98 percent of the limit`(perSecond: Double) {
        var limiter = Self.limiter(perSecond: perSecond)
        var now = Moment.at(.zero)
        var granted = 0
        while now.instant < .at(.seconds(1000)) {
            granted += limiter.reserve(upTo: 5000, at: now)
            now = .at(limiter.nextFree(at: now) - .at(.zero))
        }
        #expect(Double(granted) >= perSecond * 1000 * 0.98)
    }
}
