/// The coordinator of the one consumer group: eager rebalances, range assignment, committed positions.
struct SimulatedGroup {
    struct Committed {
        var offset: Int64
        var metadata: String?
    }

    /// Members in the order in which they joined, with their workers.
    private(set) var members: [(member: Int, worker: Int)] = []
    private(set) var generation = 0
    /// A rebalance is under way: those that still have partitions have to give them up first.
    private(set) var isPreparing = false
    private(set) var preparation = 0
    var owned: [Int: [Int32]] = [:]
    var committed: [Int32: Committed] = [:]
    private var nextMember = 1

    func contains(_ member: Int?) -> Bool {
        members.contains { $0.member == member }
    }

    mutating func join(_ worker: Int) -> Int {
        defer { nextMember += 1 }
        members.append((nextMember, worker))
        return nextMember
    }

    mutating func remove(_ member: Int) -> [Int32] {
        members.removeAll { $0.member == member }
        return owned.removeValue(forKey: member) ?? []
    }

    /// Begins a rebalance, or begins it anew.
    ///
    /// - Returns: The members that have to give up partitions; none of them twice.
    mutating func prepare() -> [(member: Int, worker: Int)] {
        preparation += 1
        guard !isPreparing else { return [] }
        isPreparing = true
        return members.filter { owned[$0.member]?.isEmpty == false }
    }

    var isReady: Bool {
        isPreparing && owned.values.allSatisfy(\.isEmpty)
    }

    /// Ends the rebalance.
    mutating func assign(partitionCount: Int) -> [(member: Int, worker: Int, partitions: [Int32])] {
        generation += 1
        isPreparing = false
        var next = 0
        return members.enumerated().map { index, entry in
            let size = partitionCount / members.count + (index < partitionCount % members.count ? 1 : 0)
            let partitions = (next..<next + size).map { Int32($0) }
            next += size
            owned[entry.member] = partitions
            return (entry.member, entry.worker, partitions)
        }
    }
}
