/// A partition of a topic: what records are ordered in and what a consumer is assigned.
package struct TopicPartition: Sendable {
    package let topic: String
    /// Counted from 0.
    package let partition: Int32

    package init(topic: String, partition: Int32) {
        self.topic = topic
        self.partition = partition
    }
}

extension TopicPartition: Hashable {
    // A worker has one or two topics: the number alone tells its partitions apart, and costs no walk over the name.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(partition)
    }
}

extension TopicPartition: CustomStringConvertible {
    package var description: String { "\(topic)[\(partition)]" }
}
