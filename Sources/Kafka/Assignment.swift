internal import CRdkafka
internal import Glibc

/// The partitions that a consumer reads: how far each has been handed on, and which are paused.
struct Assignment {
    struct Partition {
        let topicPartition: TopicPartition
        /// The next offset to hand on; `nil` as long as only the broker knows it.
        var position: Int64?
        var isPaused = false
        /// When and from where to start it again, after librdkafka has given it up.
        var restart: (due: ContinuousClock.Instant, from: StartPosition)?
        /// The topic as C writes it, to compare without making a String for each record.
        fileprivate let topic: ContiguousArray<CChar>
    }

    private(set) var partitions: [Partition] = []
    private var latest = 0

    mutating func add(_ assigned: [AssignedPartition]) {
        partitions += assigned.map {
            Partition(
                topicPartition: $0.topicPartition,
                position: $0.committed,
                topic: $0.topicPartition.topic.utf8CString
            )
        }
    }

    mutating func remove(_ revoked: [TopicPartition]) {
        partitions.removeAll { revoked.contains($0.topicPartition) }
    }

    subscript(index: Int) -> Partition {
        get { partitions[index] }
        _modify { yield &partitions[index] }
    }

    var paused: [TopicPartition] { partitions.filter(\.isPaused).map(\.topicPartition) }

    /// When the next partition is to be started again; `nil` for never.
    var nextRestart: ContinuousClock.Instant? { partitions.compactMap { $0.restart?.due }.min() }

    func index(of topicPartition: TopicPartition) -> Int? {
        partitions.firstIndex { $0.topicPartition == topicPartition }
    }

    /// The same for a name of C's; records come in runs of one partition, so the latest is tried first.
    mutating func index(of topic: UnsafePointer<CChar>, _ partition: Int32) -> Int? {
        if latest < partitions.count, partitions[latest].isNamed(topic, partition) { return latest }
        guard let index = partitions.firstIndex(where: { $0.isNamed(topic, partition) }) else { return nil }
        latest = index
        return index
    }
}

extension Assignment.Partition {
    fileprivate func isNamed(_ name: UnsafePointer<CChar>, _ partition: Int32) -> Bool {
        guard partition == topicPartition.partition else { return false }
        return topic.withUnsafeBufferPointer { $0.baseAddress.map { strcmp($0, name) == 0 } ?? false }
    }
}
