import Flow
import Kafka

/// One topic with its records, one group with its positions: as much of Kafka as a group of workers can tell apart.
struct SimulatedKafka {
    struct Position {
        var offset: Int64
        var metadata: String?
    }

    /// Records of each partition in the order of their offsets, which have holes.
    let log: [Int32: [KafkaRecord]]
    private(set) var positions: [Int32: Position] = [:]
    /// Raised with every assignment: a commit from an earlier one is refused.
    private(set) var generation = 0
    /// Whether a rebalance has begun and not every member has given up what it had.
    private(set) var isRebalancing = false

    static let topic = "consumption-events"

    init(log: [Int32: [KafkaRecord]]) {
        self.log = log
    }

    func partition(_ number: Int32) -> TopicPartition { TopicPartition(topic: Self.topic, partition: number) }

    /// Records of a partition from an offset on.
    func records(of number: Int32, from offset: Int64, atMost count: Int) -> ArraySlice<KafkaRecord> {
        let records = log[number] ?? []
        let first = records.firstIndex { $0.offset >= offset } ?? records.endIndex
        return records[first...].prefix(count)
    }

    mutating func commit(_ entries: [CommitEntry]) {
        for entry in entries {
            positions[entry.topicPartition.partition] = Position(offset: entry.nextOffset, metadata: entry.metadata)
        }
    }

    mutating func beginRebalance() {
        isRebalancing = true
    }

    /// Gives each of `members` its range of the partitions, and never the same one twice in a row.
    mutating func assign(toMembers members: Int) -> [[AssignedPartition]] {
        isRebalancing = false
        generation += 1
        let numbers = log.keys.sorted()
        return (0..<members).map { place in
            let member = (place + generation) % members
            return numbers.enumerated().filter { $0.offset * members / numbers.count == member }.map { _, number in
                AssignedPartition(
                    topicPartition: partition(number),
                    committed: positions[number]?.offset,
                    metadata: positions[number]?.metadata.map { Array($0.utf8) },
                    partitionCount: numbers.count
                )
            }
        }
    }
}
