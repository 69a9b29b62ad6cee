import TestSupport
import Testing

@testable import Flow

@Suite struct RateShareTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `the shares of a group add up to the limit, however its partitions are dealt out`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let partitionCount = Int.random(in: 1...40, using: &random)
        let limit = RateLimit(perSecond: Double(Int.random(in: partitionCount...100, using: &random)))
        let owners = (0..<partitionCount).map { _ in Int.random(in: 0..<5, using: &random) }
        let shares = (0..<5).map { worker in
            limit.share(of: owners.indices.filter { owners[$0] == worker }, among: partitionCount).perSecond
        }
        #expect(shares.reduce(0, +) == Double(limit.count), "seed \(seed)")
        for (worker, share) in shares.enumerated() {
            let owned = owners.count { $0 == worker }
            let part = Double(limit.count * owned) / Double(partitionCount)
            #expect(abs(share - part) <= Double(max(1, owned)), "seed \(seed)")
        }
    }

    @Test func `a run of partitions has its part of the limit to the start`() {
        let limit = RateLimit(perSecond: 50)
        #expect(limit.share(of: Array(0..<6), among: 12) == .starts(25, within: .seconds(1)))
        #expect(limit.share(of: Array(6..<12), among: 12) == .starts(25, within: .seconds(1)))
        #expect(limit.share(of: Array(0..<12), among: 12) == .starts(50, within: .seconds(1)))
        #expect(limit.share(of: [], among: 12) == .nothing)
        #expect(limit.share(of: [3], among: 0) == .nothing)
    }

    @Test(arguments: [(5.0, 12), (1.0, 2), (0.5, 6), (3.0, 1000), (7.0, 8)])
    func `with fewer starts than partitions each partition has its turns, equally often`(
        perSecond: Double,
        partitionCount: Int
    ) {
        let limit = RateLimit(perSecond: perSecond)
        var counts: [Int] = []
        for partition in Set([0, 1, partitionCount / 2, partitionCount - 1]) {
            guard case .slots(let slots) = limit.share(of: [partition], among: partitionCount) else {
                Issue.record("partition \(partition) has no slots")
                continue
            }
            counts.append(Self.slots(slots, within: .seconds(40_000 * limit.period.seconds)).count)
        }
        let expected = 40_000 * Double(limit.count) / Double(partitionCount)
        for count in counts { #expect(Double(count) > expected * 0.93 && Double(count) <= expected) }
    }

    @Test func `no slot belongs to two workers`() {
        let limit = RateLimit(perSecond: 5)
        let workers = [Array(0..<4), Array(4..<7), Array(7..<12)]
        var numbers: [Int64] = []
        for owned in workers {
            guard case .slots(let slots) = limit.share(of: owned, among: 12) else { continue }
            numbers += Self.slots(slots, within: .seconds(100))
        }
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.sorted() == Array((numbers.min() ?? 0)...(numbers.max() ?? 0)))
    }

    @Test func `with many partitions no worker waits through the turns of another's run`() {
        guard case .slots(let slots) = RateLimit(perSecond: 5).share(of: Array(0..<500), among: 1000) else {
            Issue.record("no slots")
            return
        }
        let numbers = Self.slots(slots, within: .seconds(1000))
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 <= 4 })
    }

    private static func slots(_ slots: RateSlots, within duration: Duration) -> [Int64] {
        var numbers: [Int64] = []
        var now = UnixTime.at(.zero)
        while true {
            let slot = slots.next(from: now, used: numbers.last, tenthsLeftOut: 0)
            guard slot.begin < .at(duration) else { return numbers }
            numbers.append(slot.number)
            now = max(now, slot.begin)
        }
    }
}
