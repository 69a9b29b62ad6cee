package import Kafka

/// The assigned partitions by their names, found without a hash and changed where they lie: each event looks for its own
/// several times.
package struct PartitionTable: Sendable {
    private struct Place: Sendable {
        let key: TopicPartition
        var partition: Partition
    }

    /// Where the partitions of a topic are, by their numbers.
    private struct Topic: Sendable {
        let name: String
        var places: [Int?] = []
    }

    private var places: [Place] = []
    /// A worker has one or two topics.
    private var topics: [Topic] = []

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }
    var keys: [TopicPartition] { places.map(\.key) }
    var values: [Partition] { places.map(\.partition) }

    subscript(key: TopicPartition) -> Partition? { place(of: key).map { places[$0].partition } }

    /// Changes a partition where it lies; `nil` when it is not assigned.
    @discardableResult
    mutating func change<Result>(_ key: TopicPartition, _ body: (inout Partition) -> Result) -> Result? {
        guard let place = place(of: key) else { return nil }
        return body(&places[place].partition)
    }

    /// Adds a partition, or puts it in the place of its predecessor.
    mutating func insert(_ partition: Partition, under key: TopicPartition) {
        if let place = place(of: key) {
            places[place].partition = partition
        } else {
            note(places.count, for: key)
            places.append(Place(key: key, partition: partition))
        }
    }

    /// Takes a partition out, if it is there.
    mutating func remove(_ key: TopicPartition) {
        guard let place = place(of: key) else { return }
        places.remove(at: place)
        note(nil, for: key)
        for later in place..<places.count { note(later, for: places[later].key) }
    }

    /// Whether any partition matches.
    func contains(where matches: (Partition) -> Bool) -> Bool {
        places.contains { matches($0.partition) }
    }

    private func place(of key: TopicPartition) -> Int? {
        let number = Int(key.partition)
        for topic in topics where topic.name == key.topic {
            return topic.places.indices.contains(number) ? topic.places[number] : nil
        }
        return nil
    }

    private mutating func note(_ place: Int?, for key: TopicPartition) {
        let topic = topics.firstIndex { $0.name == key.topic } ?? topics.endIndex
        if topic == topics.endIndex { topics.append(Topic(name: key.topic)) }
        while topics[topic].places.count <= key.partition { topics[topic].places.append(nil) }
        topics[topic].places[Int(key.partition)] = place
    }
}

extension PartitionTable: Sequence {
    package func makeIterator() -> some IteratorProtocol<(key: TopicPartition, value: Partition)> {
        places.lazy.map { (key: $0.key, value: $0.partition) }.makeIterator()
    }
}
