import Flow
import Kafka

/// Which dead letters are settled: all below a position, and those above it that the filters of some replay meant.
///
/// The position waits for the oldest letter that no filter has meant so far; what is settled above it goes along as commit
/// metadata. Where that has no room for it, or the broker keeps none, older letters count as settled that are not.
struct LetterProgress: Sendable {
    private var trackers: [TopicPartition: OffsetTracker] = [:]
    private var changed: Set<TopicPartition> = []
    /// Letters that count as settled for want of room, although no filter has meant them.
    private(set) var passedOver = 0
    /// Whether the broker has been seen to keep metadata.
    var keepsMetadata = true

    /// Where a partition is begun.
    ///
    /// - Parameter done: What is settled above the position.
    mutating func begin(_ partition: TopicPartition, at position: Int64, settled done: OffsetRuns) {
        trackers[partition] = OffsetTracker(committed: position, doneBefore: done)
    }

    /// Takes a letter on; false for one that is settled already.
    mutating func begin(_ record: KafkaRecord) -> Bool {
        trackers[record.topicPartition]?.begin(record.offset) == .taken
    }

    /// The letter is replayed, or never will be.
    mutating func settle(_ record: KafkaRecord) {
        _ = trackers[record.topicPartition]?.finish(record.offset)
        changed.insert(record.topicPartition)
    }

    /// The positions of all partitions, for a group that has none.
    var entries: [CommitEntry] { trackers.keys.compactMap { entry($0) } }

    /// What is to be committed since the last time.
    mutating func takeChanges() -> [CommitEntry] {
        defer { changed = [] }
        return changed.compactMap { partition in
            makeRoom(in: partition)
            return entry(partition)
        }
    }

    private func entry(_ partition: TopicPartition) -> CommitEntry? {
        guard let tracker = trackers[partition], let position = tracker.position else { return nil }
        let metadata = CommitMetadata.text(of: tracker.doneAbovePosition, above: position)
        return CommitEntry(topicPartition: partition, nextOffset: position, metadata: metadata)
    }

    private mutating func makeRoom(in partition: TopicPartition) {
        while let tracker = trackers[partition], let oldest = tracker.oldestOpen, let position = tracker.position {
            let done = tracker.doneAbovePosition
            if done.isEmpty || keepsMetadata && CommitMetadata.text(of: done, above: position) != nil { return }
            _ = trackers[partition]?.finish(oldest)
            passedOver += 1
        }
    }
}
