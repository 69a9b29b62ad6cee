import Flow
import TestSupport
import Testing

@Suite struct CircuitBreakerTests {
    var breaker = CircuitBreaker(threshold: 3, schedule: RetrySchedule(initial: .seconds(1), maximum: .seconds(60)))

    @Test mutating func `failures in a row open it, a success between them starts the count anew`() {
        breaker.failed(at: .at(.zero), jitter: 0)
        breaker.failed(at: .at(.zero), jitter: 0)
        breaker.succeeded()
        breaker.failed(at: .at(.zero), jitter: 0)
        breaker.failed(at: .at(.zero), jitter: 0)
        #expect(breaker.isClosed)
        breaker.failed(at: .at(.zero), jitter: 0)
        #expect(breaker.admission(at: .at(.zero)) == 0)
        #expect(breaker.opensAt == .at(.milliseconds(500)))
    }

    @Test mutating func `one probe goes out when its time is over, and a failure opens it for longer`() {
        for _ in 0..<3 { breaker.failed(at: .at(.zero), jitter: 0) }
        #expect(breaker.admission(at: .at(.milliseconds(500))) == 1)
        #expect(breaker.state == .probing)
        breaker.failed(at: .at(.milliseconds(600)), jitter: 0)
        #expect(breaker.opensAt == .at(.milliseconds(1600)))
    }

    @Test mutating func `after a successful probe it opens the way step by step`() {
        for _ in 0..<3 { breaker.failed(at: .at(.zero), jitter: 0) }
        _ = breaker.admission(at: .at(.seconds(1)))
        var limits: [Int] = []
        while !breaker.isClosed {
            breaker.succeeded()
            limits.append(breaker.admission(at: .at(.seconds(1))))
        }
        #expect(limits == [2, 4, 8, 16, 32, 64, .max])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `it never admits a call while it is open`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var breaker = CircuitBreaker(threshold: 2, schedule: RetrySchedule(initial: .seconds(1), maximum: .seconds(8)))
        var now = Duration.zero
        for _ in 0..<500 {
            now += .milliseconds(Int.random(in: 0..<700, using: &random))
            let opensAt = breaker.opensAt
            let admission = breaker.admission(at: .at(now))
            if let opensAt { #expect((admission == 0) == (.at(now) < opensAt), "seed \(seed)") }
            guard admission > 0 else { continue }
            if Int.random(in: 0..<3, using: &random) == 0 {
                breaker.succeeded()
            } else {
                breaker.failed(at: .at(now), jitter: Double.random(in: 0..<1, using: &random))
            }
        }
    }
}
