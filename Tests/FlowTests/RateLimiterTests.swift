import Flow
import TestSupport
import Testing

@Suite struct RateLimiterTests {
    /// A limiter whose share is in force: a first share counts only after a window.
    static func limiter(share: Double) -> RateLimiter {
        var limiter = RateLimiter()
        limiter.setShare(share, at: .at(.seconds(-10)))
        return limiter
    }

    @Test func `a burst up to the limit goes at once, the next one a window later`() {
        var limiter = Self.limiter(share: 50)
        #expect(limiter.reserve(upTo: 64, at: .at(.zero)) == 50)
        #expect(limiter.reserve(upTo: 1, at: .at(.milliseconds(1000))) == 0)
        #expect(limiter.nextFree(at: .at(.milliseconds(1000))) == .at(.seconds(1) + RateLimiter.guardTime))
        #expect(limiter.reserve(upTo: 64, at: .at(.seconds(1) + RateLimiter.guardTime)) == 50)
    }

    @Test func `a share below one a second stretches the window`() {
        var limiter = Self.limiter(share: 5.0 / 12)
        #expect(limiter.reserve(upTo: 3, at: .at(.zero)) == 1)
        #expect(limiter.reserve(upTo: 1, at: .at(.milliseconds(2399))) == 0)
        #expect(limiter.reserve(upTo: 1, at: .at(.milliseconds(2416))) == 1)
    }

    @Test func `no share admits nothing and knows no time`() {
        var limiter = RateLimiter()
        #expect(limiter.reserve(upTo: 1, at: .at(.zero)) == 0)
        #expect(limiter.nextFree(at: .at(.zero)) == .distantFuture)
    }

    @Test func `a larger share counts only after a whole window, a smaller one at once`() {
        var limiter = Self.limiter(share: 10)
        limiter.setShare(50, at: .at(.zero))
        #expect(limiter.reserve(upTo: 50, at: .at(.milliseconds(900))) == 10)
        #expect(limiter.nextFree(at: .at(.milliseconds(900))) == .at(.milliseconds(1015)))
        #expect(limiter.reserve(upTo: 50, at: .at(.milliseconds(1015))) == 40)
        limiter.setShare(5, at: .at(.milliseconds(1016)))
        #expect(limiter.nextFree(at: .at(.milliseconds(1016))) == .at(.milliseconds(2030)))
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `no sliding second ever holds more than the share`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let share = Double.random(in: 0.2..<80, using: &random)
        var limiter = Self.limiter(share: share)
        var now = Duration.zero
        var starts: [Duration] = []
        for _ in 0..<3000 {
            now += .microseconds(Int.random(in: 0..<40_000, using: &random))
            let granted = limiter.reserve(upTo: Int.random(in: 1..<20, using: &random), at: .at(now))
            starts += Array(repeating: now, count: granted)
        }
        let capacity = max(1, Int(share))
        for (first, last) in zip(starts, starts.dropFirst(capacity)) {
            #expect(last - first >= .seconds(1) + RateLimiter.guardTime, "seed \(seed), share \(share)")
        }
    }

    @Test func `under backlog at least 98 percent of the limit is used`() {
        var limiter = Self.limiter(share: 50)
        var now = Instant.at(.zero)
        var granted = 0
        while now < .at(.seconds(100)) {
            granted += limiter.reserve(upTo: 50, at: now)
            now = limiter.nextFree(at: now)
        }
        #expect(granted >= 4900)
    }
}
