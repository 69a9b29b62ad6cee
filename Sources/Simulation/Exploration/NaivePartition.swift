/// What ought to be true of one partition, said with sets of offsets alone: to be checked by eye, and then against the
/// pipeline.
struct NaivePartition: Hashable, Sendable {
    /// The offsets that carry a record.
    let log: Set<Int64>
    /// Offsets of records that have really ended: accepted by the App Store, or the broker has their dead letter.
    var ended: Set<Int64> = []
    /// What the broker holds: the position, and the offsets above it that the metadata calls done.
    var committed: Int64?
    var committedAbove: Set<Int64> = []
    var metadata: String?

    // The present assignment.

    private(set) var isAssigned = false
    /// What the broker held when the partition was assigned.
    private var start: Int64?
    private(set) var inherited: Set<Int64> = []
    /// Offsets that were handed on.
    private var delivered: Set<Int64> = []
    /// Of these, those whose end the pipeline has been told.
    private var known: Set<Int64> = []
    /// Of these, those that were sent or published, whatever came of it.
    private var tried: Set<Int64> = []
    /// Of these, those that waited when the partition was revoked: nobody here will end them.
    private var letGo: Set<Int64> = []
    /// The position and what was done above it, as the broker last confirmed them to this assignment.
    private(set) var confirmed: Commit?

    struct Commit: Hashable, Sendable {
        var position: Int64
        var above: Set<Int64>
    }

    init(log: Set<Int64>) {
        self.log = log
    }

    var open: Set<Int64> { delivered.subtracting(known).subtracting(inherited) }

    /// Where a restart must resume; `nil` when nothing was delivered and nothing was committed.
    var position: Int64? {
        if let oldest = open.min() { return oldest }
        guard var next = delivered.max().map({ $0 + 1 }) ?? start else { return nil }
        while inherited.contains(next) { next += 1 }
        return next
    }

    /// The records above the position that need not be done again.
    var doneAbove: Set<Int64> {
        known.union(inherited).intersection(log).filter { $0 > position ?? .max }
    }

    /// The record that is delivered next.
    var next: Int64? {
        let from = delivered.max().map { $0 + 1 } ?? start ?? 0
        return log.filter { $0 >= from }.min()
    }

    /// Whether the pipeline has it and does not know how it ended.
    func isHeld(_ offset: Int64) -> Bool { open.contains(offset) && !letGo.contains(offset) }

    var isAllCommitted: Bool { ended == log && committed == log.max().map { $0 + 1 } && committedAbove.isEmpty }

    mutating func assign() {
        drop()
        isAssigned = true
        (start, inherited) = (committed, committedAbove)
        confirmed = committed.map { Commit(position: $0, above: inherited.intersection(log)) }
    }

    mutating func drop() {
        isAssigned = false
        (start, confirmed) = (nil, nil)
        (inherited, delivered, known, tried, letGo) = ([], [], [], [], [])
    }

    mutating func deliver(_ offset: Int64) {
        delivered.insert(offset)
    }

    /// The pipeline has been told that a record ended.
    mutating func know(_ offset: Int64) {
        if isHeld(offset) { known.insert(offset) }
    }

    mutating func tryOut(_ offset: Int64) {
        tried.insert(offset)
    }

    /// What waits is let go of.
    ///
    /// But where the next owner would not be told what is done above the position, a record that was never tried is kept
    /// if something above it is done or out.
    mutating func revoke(out: Set<Int64>, isTold: Bool) {
        let end = isTold ? nil : known.union(inherited).union(out).max()
        letGo = open.subtracting(out).filter { tried.contains($0) || $0 >= end ?? 0 }
    }

    mutating func confirm(_ commit: Commit) {
        confirmed = commit
    }
}
