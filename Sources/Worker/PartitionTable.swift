package import Kafka

/// The assigned partitions by their names, found without a hash and changed where they lie: each event looks for its own
/// several times.
package struct PartitionTable: Sendable {
    private struct Row: Sendable {
        let key: TopicPartition
        var partition: Partition
    }

    /// In which rows the partitions of a topic are, by their numbers.
    private struct Topic: Sendable {
        let name: String
        var rows: [Int?] = []
    }

    private var rows: [Row] = []
    /// A worker has one or two topics.
    private var topics: [Topic] = []

    var count: Int { rows.count }
    var isEmpty: Bool { rows.isEmpty }
    var keys: [TopicPartition] { rows.map(\.key) }
    var values: [Partition] { rows.map(\.partition) }

    subscript(key: TopicPartition) -> Partition? { row(of: key).map { rows[$0].partition } }

    /// Changes a partition where it lies; `nil` when it is not assigned.
    @discardableResult
    mutating func change<Result>(_ key: TopicPartition, _ body: (inout Partition) -> Result) -> Result? {
        guard let row = row(of: key) else { return nil }
        return body(&rows[row].partition)
    }

    /// Adds a partition, or puts it in the place of its predecessor.
    mutating func insert(_ partition: Partition, under key: TopicPartition) {
        if let row = row(of: key) {
            rows[row].partition = partition
        } else {
            note(rows.count, for: key)
            rows.append(Row(key: key, partition: partition))
        }
    }

    /// Takes partitions out, as far as they are there.
    mutating func remove(_ keys: Set<TopicPartition>) {
        rows.removeAll { keys.contains($0.key) }
        topics = []
        for (row, left) in rows.enumerated() { note(row, for: left.key) }
    }

    /// Whether any partition matches.
    func contains(where matches: (Partition) -> Bool) -> Bool {
        rows.contains { matches($0.partition) }
    }

    /// The names of the partitions that match.
    func keys(where matches: (TopicPartition, Partition) -> Bool) -> [TopicPartition] {
        rows.filter { matches($0.key, $0.partition) }.map(\.key)
    }

    private func row(of key: TopicPartition) -> Int? {
        let number = Int(key.partition)
        for topic in topics where topic.name == key.topic {
            return topic.rows.indices.contains(number) ? topic.rows[number] : nil
        }
        return nil
    }

    private mutating func note(_ row: Int, for key: TopicPartition) {
        let topic = topics.firstIndex { $0.name == key.topic } ?? topics.endIndex
        if topic == topics.endIndex { topics.append(Topic(name: key.topic)) }
        while topics[topic].rows.count <= key.partition { topics[topic].rows.append(nil) }
        topics[topic].rows[Int(key.partition)] = row
    }
}

extension PartitionTable: Sequence {
    package func makeIterator() -> some IteratorProtocol<(key: TopicPartition, value: Partition)> {
        rows.lazy.map { (key: $0.key, value: $0.partition) }.makeIterator()
    }
}
