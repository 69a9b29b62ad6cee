import Flow
import Testing

@Suite struct SeenSetTests {
    var seen = SeenSet(limit: 3, span: .seconds(10))

    @Test mutating func `an identity is remembered until it expires, and a span longer at most`() {
        seen.insert(1, until: .at(.seconds(15)), at: .at(.zero))
        seen.insert(2, until: .at(.seconds(35)), at: .at(.seconds(15)))
        #expect(seen.contains(1))
        seen.insert(3, until: .at(.seconds(35)), at: .at(.seconds(25)))
        #expect(!seen.contains(1))
        #expect(seen.contains(2))
        #expect(seen.count == 2)
    }

    @Test mutating func `at the limit what expires first makes room`() {
        for identity in 0..<5 as Range<UInt128> {
            seen.insert(identity, until: .at(.seconds(50 - 10 * Int(identity))), at: .at(.zero))
        }
        #expect(seen.count == 3)
        #expect((0..<5 as Range<UInt128>).filter(seen.contains) == [0, 1, 4])
    }

    @Test mutating func `a repeat does not take a second place, in whatever span it would expire`() {
        seen.insert(1, until: .at(.seconds(10)), at: .at(.zero))
        seen.insert(1, until: .at(.seconds(10)), at: .at(.zero))
        seen.insert(1, until: .at(.seconds(90)), at: .at(.zero))
        #expect(seen.count == 1)
    }

    @Test mutating func `what has expired is not remembered at all`() {
        seen.insert(1, until: .at(.seconds(10)), at: .at(.seconds(10)))
        #expect(seen.count == 0)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `it knows what a plain dictionary knows, and nothing else`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var seen = SeenSet(limit: .max, span: .seconds(60))
        var model: [UInt128: UnixTime] = [:]
        for step in 0..<4000 {
            let now = UnixTime.at(.seconds(step))
            // Few numbers that lie close together, so that many come again, and zero among them.
            let identity =
                UInt128.random(in: 0..<900, using: &random) << UInt128([0, 64].randomElement(using: &random) ?? 0)
            let expiry = now + .seconds(Int.random(in: -30...600, using: &random))
            let isKept = seen.contains(identity)
            let isExpected = model[identity].map { $0 > now } ?? false
            #expect(isKept || !isExpected, "seed \(seed), step \(step): forgotten too early")
            if isKept {
                let left = model[identity].map { now - $0 } ?? .seconds(100_000)
                #expect(left < .seconds(120), "seed \(seed), step \(step): remembered for too long, or never told")
            }
            seen.insert(identity, until: expiry, at: now)
            if !isKept, expiry > now { model[identity] = expiry }
        }
        #expect(seen.count <= model.count)
    }

    @Test(.timeLimit(.minutes(1)))
    func `identities that were chosen to want the same place by a known hash cost no more than others`() {
        var seen = SeenSet(limit: .max, span: .seconds(10))
        // What the halves of a number come to when they are folded together by the constant of SplitMix64: the same for all.
        for high in 1...60_000 as ClosedRange<UInt64> {
            let low = high &* 0x9e37_79b9_7f4a_7c15
            seen.insert(UInt128(high) << 64 | UInt128(low), until: .at(.seconds(5)), at: .at(.zero))
        }
        #expect(seen.count == 60_000)
    }

    @Test(arguments: [1000, 10_000, 100_000, 300_000]) func `it takes at most 24 bytes for an identity`(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        var seen = SeenSet(limit: .max, span: .seconds(10_800))
        for number in 0..<count {
            // Half of them random, half of them numbered on.
            let identity = number.isMultiple(of: 2) ? UInt128.random(in: 1 ... .max, using: &random) : UInt128(number)
            seen.insert(identity, until: .at(.seconds(number % 43_200 + 1)), at: .at(.zero))
        }
        #expect(seen.count == count)
        #expect(seen.byteCount <= 24 * count, "\(seen.byteCount / count) bytes each")
    }
}
