import Flow

/// What has really happened to each event, wherever the workers believe to be.
///
/// It says when a notification may be accepted once more. Each of these explains one repeat, of the notifications that it
/// concerned:
/// - a request whose answer was lost, or that was out when its worker died, was put out of the group, left a partition
///   or ended: an acceptance of it is not known to whoever has the record next;
/// - a partition that was taken from a worker that had not committed the acceptance: its process died, it was put out of
///   the group, a commit failed, or the drain of a revoke or stop ran out of time;
/// - a partition whose next owner cannot know what was accepted above the position, since the broker keeps no metadata;
/// - a second record with the same notification that another worker, or another life of the worker, reads.
///
/// With an outcome topic only the first of these does, and an acceptance that the worker knew of whose outcome was not there
/// yet when it went: an acceptance that is on the topic is never repeated.
struct Ledger: Sendable {
    private struct Acceptance {
        var faults: Int
        var handovers: Int
    }

    private(set) var logs: [PartitionLog]
    private var acceptances: [Int: Acceptance] = [:]
    private var excuses: [Int: Int] = [:]
    private var copies: [Int: Int] = [:]
    private var buried: [Set<Int64>]
    /// Offsets whose outcome the broker has; `nil` without an outcome topic.
    private var settled: [Set<Int64>]?
    private var faults: [Int]
    private var handovers: [Int]
    private var doneBelow: [Int64]

    init(partitionCount: Int, hasOutcomes: Bool) {
        logs = Array(repeating: PartitionLog(), count: partitionCount)
        buried = Array(repeating: [], count: partitionCount)
        settled = hasOutcomes ? buried : nil
        faults = Array(repeating: 0, count: partitionCount)
        handovers = faults
        doneBelow = Array(repeating: 0, count: partitionCount)
    }

    mutating func write(_ record: WrittenRecord, afterHole hole: Int64) {
        logs[Int(record.partition)].append(record, afterHole: hole)
        copies[record.notification, default: 0] += 1
    }

    // What explains a repeat.

    mutating func excuse(_ notification: Int) {
        excuses[notification, default: 0] += 1
    }

    /// The next owner of a partition is not told what was accepted above the position.
    mutating func excuseAccepted(above position: Int64, in partition: Int32) {
        guard settled == nil else { return }
        let log = logs[Int(partition)]
        for record in log.records[log.index(from: position)...] where acceptances[record.notification] != nil {
            excuse(record.notification)
        }
    }

    mutating func fault(in partition: Int32) {
        faults[Int(partition)] += 1
    }

    mutating func handOver(_ partition: Int32) {
        handovers[Int(partition)] += 1
    }

    /// The App Store has accepted a notification.
    ///
    /// - Returns: Whether that was allowed.
    mutating func accept(_ notification: Int, in partition: Int32) -> Bool {
        let (faults, handovers) = (faults[Int(partition)], handovers[Int(partition)])
        defer { acceptances[notification] = Acceptance(faults: faults, handovers: handovers) }
        guard let before = acceptances[notification] else { return true }
        if settled == nil {
            if faults > before.faults { return true }
            if copies[notification, default: 0] > 1, handovers > before.handovers { return true }
        }
        guard let left = excuses[notification], left > 0 else { return false }
        excuses[notification] = left - 1
        return true
    }

    mutating func bury(_ offset: Int64, in partition: Int32) {
        buried[Int(partition)].insert(offset)
    }

    mutating func settle(_ offset: Int64, in partition: Int32) {
        settled?[Int(partition)].insert(offset)
    }

    func record(at offset: Int64, in partition: Int32) -> WrittenRecord? {
        let log = logs[Int(partition)]
        let index = log.index(from: offset)
        guard index < log.records.count, log.records[index].offset == offset else { return nil }
        return log.records[index]
    }

    func isBuried(_ record: WrittenRecord) -> Bool { buried[Int(record.partition)].contains(record.offset) }

    func isAccepted(_ notification: Int) -> Bool { acceptances[notification] != nil }

    func isDone(_ record: WrittenRecord) -> Bool {
        guard settled.map({ $0[Int(record.partition)].contains(record.offset) }) ?? true else { return false }
        return isBuried(record) || isAccepted(record.notification)
    }

    /// The first record below an offset that is not done.
    mutating func firstOpen(below offset: Int64, in partition: Int32) -> WrittenRecord? {
        let log = logs[Int(partition)]
        for record in log.records[log.index(from: doneBelow[Int(partition)])...] {
            guard record.offset < offset else { return nil }
            guard isDone(record) else { return record }
            doneBelow[Int(partition)] = record.offset + 1
        }
        return nil
    }

    var openRecords: [WrittenRecord] {
        logs.flatMap(\.records).filter { !isDone($0) }
    }
}
