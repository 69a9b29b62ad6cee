package import Kafka

/// The assigned partitions by their names, which are changed where they lie: a dictionary would move one out and back
/// several times for each event.
package struct PartitionTable: Sendable {
    private var indices: [TopicPartition: Int] = [:]
    private var slots: [Partition?] = []

    var count: Int { indices.count }
    var isEmpty: Bool { indices.isEmpty }
    var keys: Dictionary<TopicPartition, Int>.Keys { indices.keys }
    var values: [Partition] { slots.compactMap { $0 } }

    subscript(key: TopicPartition) -> Partition? {
        get { indices[key].flatMap { slots[$0] } }
        _modify {
            if let index = indices[key] {
                yield &slots[index]
                if slots[index] == nil { indices[key] = nil }
            } else {
                var newcomer: Partition?
                yield &newcomer
                if let newcomer { insert(newcomer, under: key) }
            }
        }
    }

    /// Whether any partition matches.
    func contains(where matches: (Partition) -> Bool) -> Bool {
        slots.contains { $0.map(matches) ?? false }
    }

    private mutating func insert(_ partition: Partition, under key: TopicPartition) {
        let index = slots.firstIndex { $0 == nil } ?? slots.endIndex
        if index == slots.endIndex { slots.append(partition) } else { slots[index] = partition }
        indices[key] = index
    }
}

extension PartitionTable: Sequence {
    package func makeIterator() -> some IteratorProtocol<(key: TopicPartition, value: Partition)> {
        indices.lazy.compactMap { [slots] key, index in slots[index].map { (key: key, value: $0) } }.makeIterator()
    }
}
