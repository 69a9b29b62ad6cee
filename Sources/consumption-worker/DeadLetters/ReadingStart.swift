import Flow
import Kafka

/// Where the reading of each partition begins.
enum ReadingStart: Equatable, Sendable {
    /// At the oldest record.
    case beginning
    /// At what is written from now on.
    case end
    /// At this offset, or the nearest that the partition has.
    case offset(Int64)
    /// At the first record whose timestamp is not before this moment.
    case time(UnixTime)

    /// The offsets to begin at in logs that hold these; asks the brokers for up to ten seconds a partition about a moment.
    func offsets(
        in available: [TopicPartition: Range<Int64>],
        asking consumer: KafkaConsumer
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        var starts: [TopicPartition: Int64] = [:]
        for (partition, offsets) in available {
            starts[partition] =
                switch self {
                case .beginning: offsets.lowerBound
                case .end: offsets.upperBound
                case .offset(let offset): min(max(offset, offsets.lowerBound), offsets.upperBound)
                case .time(let time):
                    try await Self.offset(of: partition, since: time, in: offsets, asking: consumer)
                }
        }
        return starts
    }

    private static func offset(
        of partition: TopicPartition,
        since time: UnixTime,
        in offsets: Range<Int64>,
        asking consumer: KafkaConsumer
    ) async throws(KafkaError) -> Int64 {
        let milliseconds = time.milliseconds
        let found = try await consumer.offset(of: partition, sinceMilliseconds: milliseconds, within: .seconds(10))
        // None is new enough: what is written while others are read is not meant.
        return min(max(found ?? offsets.upperBound, offsets.lowerBound), offsets.upperBound)
    }
}
