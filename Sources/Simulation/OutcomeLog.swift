import Kafka
import Worker

/// The simulated outcome topic.
struct OutcomeLog: Sendable {
    /// One record of it: how the event at an offset of the same partition ended.
    struct Entry: Sendable {
        let outcome: String
        let notification: Int?
        let sourceOffset: Int64
        let acceptance: Acceptance?
    }

    private var partitions: [[Entry]]
    /// Notifications of which it says that they were accepted.
    private(set) var accepted: Set<Int> = []

    init(partitionCount: Int) {
        partitions = Array(repeating: [], count: partitionCount)
    }

    mutating func append(_ entry: Entry, to partition: Int32) {
        partitions[Int(partition)].append(entry)
        if entry.acceptance != nil, let notification = entry.notification { accepted.insert(notification) }
    }

    /// At most `most` records of a partition.
    func page(of partition: Int32, from: Int64?, most: Int) -> OutcomeReading.Page {
        let log = partitions[Int(partition)]
        let start = min(Int(from ?? 0), log.count)
        let end = min(start + most, log.count)
        return OutcomeReading.Page(
            accepted: log[start..<end].compactMap(\.acceptance),
            nextOffset: Int64(end),
            end: Int64(log.count)
        )
    }
}

extension OutcomeLog.Entry {
    /// `nil` when the record is none.
    init?(_ record: ProducerRecord) {
        let text = String(decoding: record.value ?? [], as: UTF8.self)
        guard let outcome = text.firstMatch(of: /"outcome":"([a-z_]+)"/)?.output.1,
            let offset = text.firstMatch(of: /"source":{[^}]*"offset":([0-9]+)}/).flatMap({ Int64($0.output.1) })
        else { return nil }
        self.outcome = String(outcome)
        sourceOffset = offset
        let digits = text.firstMatch(of: /"notificationUUID":"[0-9a-f-]*-([0-9a-f]{12})"/)?.output.1
        notification = digits.flatMap { Int($0, radix: 16) }
        acceptance = if case .accepted(let acceptance) = PastOutcome(reading: record.value) { acceptance } else { nil }
    }
}
