import Flow
import TestSupport
import Testing

/// A group of limiters under backlog, whose partitions move about, whose clocks differ and whose timers ring late.
private struct LimiterGroup {
    struct Member {
        var limiter: RateLimiter
        var partitions: Set<Int> = []
        var clockError: Duration
        var wakesAt = Duration.zero
    }

    let limit: RateLimit
    let partitionCount: Int
    let latest: Duration
    var members: [Member]
    var random: SeededGenerator
    var now = Duration.zero
    var starts: [Duration] = []

    init(perSecond: Double, partitions: Int, members: Int, latest: Duration, seed: UInt64) {
        limit = RateLimit(perSecond: perSecond)
        partitionCount = partitions
        self.latest = latest
        random = SeededGenerator(seed: seed)
        let half = Int(RateSlots.clockDifference.nanoseconds / 2_000_000)
        self.members = []
        for _ in 0..<members {
            let error = Duration.milliseconds(members == 1 ? 0 : Int.random(in: -half...half, using: &random))
            self.members.append(Member(limiter: RateLimiter(limit: limit), clockError: error))
        }
    }

    /// Gives each partition to a member, or to none; what moves leaves its old owner first.
    mutating func assign(_ owners: [Int?]) {
        for index in members.indices {
            let wanted = Set(owners.indices.filter { owners[$0] == index })
            share(members[index].partitions.intersection(wanted), to: index)
        }
        for index in members.indices { share(Set(owners.indices.filter { owners[$0] == index }), to: index) }
    }

    private mutating func share(_ partitions: Set<Int>, to index: Int) {
        guard members[index].partitions != partitions else { return }
        members[index].partitions = partitions
        let share = limit.share(of: partitions.sorted(), among: partitionCount)
        members[index].limiter.setShare(share, at: .at(now))
        members[index].wakesAt = now
    }

    /// Every member starts whatever it may, for some time.
    mutating func run(for duration: Duration) {
        let end = now + duration
        while let next = members.indices.min(by: { members[$0].wakesAt < members[$1].wakesAt }),
            members[next].wakesAt < end
        {
            now = members[next].wakesAt
            wake(next)
        }
        now = end
    }

    private mutating func wake(_ index: Int) {
        let moment = Moment(instant: .at(now), date: .at(now + members[index].clockError))
        let granted = members[index].limiter.reserve(upTo: Int.random(in: 1...100, using: &random), at: moment)
        starts += Array(repeating: now, count: granted)
        let free = members[index].limiter.nextFree(at: moment)
        let lateness = Duration.microseconds(Int.random(in: 0...Int(latest.nanoseconds / 1000), using: &random))
        // Whoever has nothing looks again only when its share changes.
        members[index].wakesAt = free == .distantFuture ? .seconds(1_000_000_000) : free - .at(.zero) + lateness
    }

    /// The most starts within any stretch as long as the limit's period.
    var mostWithinPeriod: Int {
        var (most, first) = (0, 0)
        for last in starts.indices {
            while starts[last] - starts[first] >= limit.period { first += 1 }
            most = max(most, last - first + 1)
        }
        return most
    }
}

@Suite struct GroupRateTests {
    static let limits = [0.3, 0.5, 1, 1.9, 2, 3, 5, 7, 12, 20, 50, 80]

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `no sliding second of a group holds more than the limit, whatever moves`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let perSecond = Self.limits[Int(seed) % Self.limits.count]
        let partitions = Int.random(in: 1...24, using: &random)
        let members = Int.random(in: 1...5, using: &random)
        var group = LimiterGroup(
            perSecond: perSecond,
            partitions: partitions,
            members: members,
            latest: .milliseconds(Int.random(in: 0...30, using: &random)),
            seed: seed
        )
        var owners = (0..<partitions).map { _ in Optional(Int.random(in: 0..<members, using: &random)) }
        for _ in 0..<12 {
            group.assign(owners)
            group.run(for: .milliseconds(Int.random(in: 0...6000, using: &random)))
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                // Everybody gives up everything first, and somebody may not come back.
                group.assign(Array(repeating: nil, count: partitions))
                group.run(for: .milliseconds(Int.random(in: 0...500, using: &random)))
                let count = Int.random(in: 1...members, using: &random)
                owners = (0..<partitions).map { $0 * count / partitions }
            case 1: owners = Array(repeating: Int.random(in: 0..<members, using: &random), count: partitions)
            default:
                owners[Int.random(in: 0..<partitions, using: &random)] = Int.random(in: 0..<members, using: &random)
            }
        }
        #expect(group.mostWithinPeriod <= group.limit.count, "seed \(seed), \(perSecond) over \(partitions)")
        if perSecond >= 1 { #expect(Double(group.limit.count) <= perSecond) }
    }

    @Test(arguments: [(50.0, 12), (50.0, 7), (5.0, 12), (5.0, 5), (1.0, 12), (0.5, 6), (80.0, 3)])
    func `alone a worker uses 98 percent, with timers that ring a little late`(perSecond: Double, partitions: Int) {
        var group = LimiterGroup(
            perSecond: perSecond,
            partitions: partitions,
            members: 1,
            latest: .milliseconds(4),
            seed: 1
        )
        group.assign(Array(repeating: 0, count: partitions))
        group.run(for: .seconds(10))
        group.starts = []
        group.run(for: .seconds(2000))
        #expect(Double(group.starts.count) >= perSecond * 2000 * 0.98)
        #expect(group.mostWithinPeriod <= group.limit.count)
    }

    @Test(arguments: [
        (50.0, 12, 2, 0.98), (50.0, 7, 2, 0.98), (50.0, 24, 5, 0.98), (5.0, 12, 3, 0.9), (0.5, 6, 2, 0.9),
    ])
    func `together the workers use nearly all of it`(perSecond: Double, partitions: Int, members: Int, use: Double) {
        var group = LimiterGroup(
            perSecond: perSecond,
            partitions: partitions,
            members: members,
            latest: .milliseconds(4),
            seed: 2
        )
        group.assign((0..<partitions).map { $0 * members / partitions })
        group.run(for: .seconds(10))
        group.starts = []
        group.run(for: .seconds(2000))
        #expect(Double(group.starts.count) >= perSecond * 2000 * use)
    }
}
