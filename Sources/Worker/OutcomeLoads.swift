import Flow
import Kafka

/// Which partitions of the outcome topic are being read back, and which records wait for that.
///
/// One page of one partition is read at a time. A partition that was read before goes on where that ended.
struct OutcomeLoads: Sendable {
    /// One partition on its way to its end.
    struct Load: Sendable {
        let number: Int
        let begunAt: Instant
        var from: Int64?
        var end: Int64?
        /// Acceptances that were found.
        var found = 0
        var failures = 0
        /// Not read again before.
        var retryAt: Instant?
        /// Whether the topic, or one that goes with it, lacks the partition: then no outcome could be written either.
        var isMissing = false
        /// Whether the partition's records wait for it.
        var holds = true
    }

    /// Some milliseconds of the loop's time.
    private static let pageSize = 5000
    /// Bytes; outcomes have less than 1 KiB, but not what a stranger may have written.
    private static let pageBytes = 16 << 20

    private(set) var loads: [Int32: Load] = [:]
    /// How far each partition has been read, ever.
    private var read: [Int32: Int64] = [:]
    private var isReading = false
    private var count = 0

    /// Whether the records of this partition have to wait.
    func holds(_ partition: Int32) -> Bool { loads[partition]?.holds ?? false }

    /// How many partitions wait.
    var holdingCount: Int { loads.values.count(where: \.holds) }

    /// Whether a partition is known to be missing.
    var areMissing: Bool { loads.values.contains(where: \.isMissing) }

    mutating func begin(_ partition: Int32, at now: Instant) {
        count += 1
        loads[partition] = Load(number: count, begunAt: now, from: read[partition])
    }

    mutating func end(_ partition: Int32) {
        loads[partition] = nil
    }

    /// What to read next, if anything is to be read now.
    ///
    /// - Parameter since: Older outcomes do not matter any more.
    mutating func nextOrder(since: UnixTime, at now: Instant) -> LogOrder? {
        guard !isReading else { return nil }
        // Those that nobody waits for come last.
        let next = loads.filter { $0.value.retryAt ?? now <= now }
            .min { ($0.value.holds ? 0 : 1, $0.key) < ($1.value.holds ? 0 : 1, $1.key) }
        guard let (partition, load) = next else { return nil }
        isReading = true
        return LogOrder(
            number: load.number,
            partition: partition,
            from: load.from,
            sinceMilliseconds: since.milliseconds,
            maximumRecords: Self.pageSize,
            maximumBytes: Self.pageBytes
        )
    }

    /// Takes what an order has brought.
    ///
    /// - Returns: The load if it is over now.
    mutating func take(_ reading: OutcomeReading, retry: RetrySchedule, jitter: Double, at now: Instant) -> Load? {
        isReading = false
        let partition = reading.partition
        guard var load = loads[partition], load.number == reading.load else { return nil }
        switch reading.result {
        case .success(let page):
            read[partition] = page.nextOffset
            load.from = page.nextOffset
            load.end = page.end
            load.found += page.accepted.count
            (load.failures, load.retryAt, load.isMissing) = (0, nil, false)
            loads[partition] = page.nextOffset < page.end ? load : nil
            return page.nextOffset < page.end ? nil : load
        case .failure(let error):
            load.failures += 1
            load.isMissing = [.unknownTopicOrPartition, .unknownTopic].contains(error.code)
            load.retryAt = now + retry.delay(afterFailure: load.failures, jitter: jitter)
            loads[partition] = load
            return nil
        }
    }

    /// Lets go on what has waited for too long, unless its outcomes could not be written either; the reading goes on.
    ///
    /// - Returns: Those partitions with how far they have been read.
    mutating func release(waitingSince limit: Instant) -> [(partition: Int32, load: Load)] {
        let late = loads.filter { $0.value.holds && !$0.value.isMissing && $0.value.begunAt <= limit }.sorted {
            $0.key < $1.key
        }
        for (partition, _) in late { loads[partition]?.holds = false }
        return late.map { ($0.key, $0.value) }
    }

    /// When something is due although nothing happens.
    func nextAlarm(limit: Duration) -> Instant? {
        let retries = isReading ? [] : loads.values.compactMap(\.retryAt)
        return (retries + loads.values.filter { $0.holds && !$0.isMissing }.map { $0.begunAt + limit }).min()
    }
}
