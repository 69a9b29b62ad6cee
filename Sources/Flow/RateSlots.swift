/// Turns by the wall clock, for a limit with fewer starts than the topic has partitions.
///
/// A share below one start a second cannot be kept by counting alone: several workers could each have theirs within the
/// same second. So time is cut into slots that every worker numbers alike; each slot belongs to one partition, and its
/// owner may make one start near the slot's beginning. As many slots as the limit has starts last a little longer than the
/// limit's period: by what a start may be late, by what clocks may differ, and by what a network may compress.
package struct RateSlots: Hashable, Sendable {
    /// How long after its beginning a slot may still be used.
    package static let opening = Duration.milliseconds(25)
    /// What the clocks of two workers may differ by without harm; hosts that follow a time server are well within it.
    package static let clockDifference = Duration.milliseconds(25)

    /// One slot, by its number since 1970.
    struct Slot {
        let number: Int64
        let begin: UnixTime
    }

    private let count: Int64
    /// How long `count` slots last, in milliseconds.
    private let cycle: Int64
    private let partitionCount: Int64
    /// Which slots of each round of `partitionCount` are owned, in rising order.
    private let owned: [Int64]

    init(_ limit: RateLimit, of partitions: [Int], among partitionCount: Int) {
        count = Int64(limit.count)
        let slack = RateLimiter.guardTime + Self.opening + Self.clockDifference
        cycle = (limit.period + slack).nanoseconds / 1_000_000 + 1
        self.partitionCount = Int64(partitionCount)
        // A worker mostly owns a run of partitions. Its slots are spread, so that nobody waits for half a round.
        let stride = Self.stride(for: partitionCount)
        let partitions = Set(partitions)
        owned = (0..<partitionCount).filter { partitions.contains($0 * stride % partitionCount) }.map(Int64.init)
    }

    private init(of slots: RateSlots, owned: [Int64]) {
        (count, cycle, partitionCount) = (slots.count, slots.cycle, slots.partitionCount)
        self.owned = owned
    }

    /// Starts in a second, on average.
    var perSecond: Double {
        Double(owned.count) / Double(partitionCount) * Double(count) / Double(cycle) * 1000
    }

    /// What both have.
    func kept(in new: RateSlots) -> RateShare {
        guard (count, cycle, partitionCount) == (new.count, new.cycle, new.partitionCount) else { return .nothing }
        let both = Set(owned).intersection(new.owned)
        return both.isEmpty ? .nothing : .slots(RateSlots(of: self, owned: owned.filter(both.contains)))
    }

    /// The first slot that may be used at `date` or later.
    ///
    /// - Parameters:
    ///   - used: The number of the last slot that was used.
    ///   - tenthsLeftOut: How many of ten owned slots are not used, 0 to 9.
    func next(from date: UnixTime, used: Int64?, tenthsLeftOut: Int64) -> Slot {
        let present = floorDivide(date.milliseconds * count, by: cycle)
        let isOver = used == present || begin(of: present) + Self.opening <= date
        var slot = firstOwned(from: isOver ? present + 1 : present)
        while slot.ordinal % 10 < tenthsLeftOut { slot = firstOwned(from: slot.number + 1) }
        return Slot(number: slot.number, begin: begin(of: slot.number))
    }

    private func firstOwned(from number: Int64) -> (number: Int64, ordinal: Int64) {
        let round = floorDivide(number, by: partitionCount)
        let place = number - round * partitionCount
        let ordinal = owned.firstIndex { $0 >= place } ?? owned.count
        let (isNextRound, index) = ordinal == owned.count ? (true, 0) : (false, ordinal)
        return (
            (round + (isNextRound ? 1 : 0)) * partitionCount + owned[index],
            round * Int64(owned.count) + Int64(ordinal)
        )
    }

    private func begin(of number: Int64) -> UnixTime {
        UnixTime(milliseconds: -floorDivide(-number * cycle, by: count))
    }

    /// A step that visits every partition once and spreads neighbours: nearest to the golden section and coprime.
    private static func stride(for count: Int) -> Int {
        let golden = Int((Double(count) * 0.618).rounded())
        return (max(1, golden)...max(1, golden) + count).first { greatestCommonDivisor($0, count) == 1 } ?? 1
    }
}

private func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    var (larger, smaller) = (first, second)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
}

/// Rounds down, also below zero.
func floorDivide(_ number: Int64, by divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
}
