/// One wait for events and the orders that go with it: nothing else steers a consumer.
package struct ConsumerTurn: Sendable {
    /// Positions to commit, one for each partition; empty for none.
    ///
    /// The answer is one `committed` event. At most one may be outstanding, since librdkafka piles up those that wait
    /// for a coordinator (confluentinc/librdkafka#4921).
    package var commit: [CommitEntry] = []
    /// Partitions to hold back; those not assigned are passed over.
    package var pause: [TopicPartition] = []
    /// Partitions to let go on; those not paused are passed over.
    package var resume: [TopicPartition] = []
    /// Partitions to read again from their beginning: the way on after a lost position.
    package var restart: [TopicPartition] = []
    /// Lets go of the partitions that a `revoking` event named.
    package var completesRevocation = false
    /// Asks for an `endOffsets` event.
    package var wantsEndOffsets = false
    /// How long to wait when there is nothing to report.
    package var timeout: Duration
    /// At most so many events are returned; with 0 nothing is asked for, and the turn only waits.
    package var maximumEvents: Int

    package init(timeout: Duration, maximumEvents: Int) {
        self.timeout = timeout
        self.maximumEvents = maximumEvents
    }
}

/// A position to commit for a partition.
package struct CommitEntry: Hashable, Sendable {
    package let topicPartition: TopicPartition
    /// Where to resume: the last offset done + 1.
    package let nextOffset: Int64
    /// Kept by the broker beside the offset, 4,096 bytes at most by its default.
    package let metadata: String?

    package init(topicPartition: TopicPartition, nextOffset: Int64, metadata: String? = nil) {
        self.topicPartition = topicPartition
        self.nextOffset = nextOffset
        self.metadata = metadata
    }
}
