/// What a consumer has to tell, in the order in which it happened.
package enum ConsumerEvent: Sendable {
    /// The next record of its partition.
    case record(KafkaRecord)
    /// These partitions are read from now on, none of them paused.
    case assigned([AssignedPartition])
    /// These are to be given up: they are kept, without further records, until a turn completes the revocation.
    case revoking([TopicPartition])
    /// These belong to somebody else already: nothing of them can be committed.
    case lost([TopicPartition])
    /// The answer to the commit that a turn ordered.
    case committed([CommitOutcome])
    /// The known ends of assigned partitions: the offset that the next record will get.
    case endOffsets([TopicPartition: Int64])
    /// This partition stands still: its position is not in the log.
    case positionLost(PositionLoss)
    /// Something does not work: the client goes on trying, unless the error is fatal.
    case failure(KafkaError)
    /// A line of librdkafka's log.
    case log(KafkaLogLine)
    /// librdkafka's statistics as JSON, every `statistics.interval.ms`; see `KafkaStatistics`.
    case statistics(String)
}

/// A partition given to this consumer, with what the group knows of it.
package struct AssignedPartition: Hashable, Sendable {
    package let topicPartition: TopicPartition
    /// The committed position, where reading starts; `nil` when there is none, then it starts as `auto.offset.reset` says.
    package let committed: Int64?
    /// The bytes that were committed along with the position; `nil` when there were none.
    package let metadata: [UInt8]?
    /// Which of all partitions of the subscribed topics it is, from 0 on: the same number in every member.
    package let place: Int
    /// How many partitions the subscribed topics have in all, at least 1.
    package let partitionCount: Int

    /// - Parameter place: Its own number when there is one topic.
    package init(
        topicPartition: TopicPartition,
        committed: Int64?,
        metadata: [UInt8]? = nil,
        place: Int? = nil,
        partitionCount: Int
    ) {
        self.topicPartition = topicPartition
        self.committed = committed
        self.metadata = metadata
        self.place = place ?? Int(topicPartition.partition)
        self.partitionCount = partitionCount
    }
}

/// What became of a commit in one partition.
package struct CommitOutcome: Hashable, Sendable {
    package let topicPartition: TopicPartition
    package let nextOffset: Int64
    /// `nil` when the broker has it.
    package let error: KafkaError?

    package init(topicPartition: TopicPartition, nextOffset: Int64, error: KafkaError?) {
        self.topicPartition = topicPartition
        self.nextOffset = nextOffset
        self.error = error
    }
}

/// A position that the log does not reach: older than its beginning, or past its end in a topic that was made anew.
package struct PositionLoss: Hashable, Sendable {
    package let topicPartition: TopicPartition
    /// The offset that could not be read.
    package let position: Int64
    /// The offsets that the log has, its end excluded; `nil` when the broker did not say.
    package let available: Range<Int64>?
    /// librdkafka's sentence.
    package let reason: String

    package init(topicPartition: TopicPartition, position: Int64, available: Range<Int64>?, reason: String) {
        self.topicPartition = topicPartition
        self.position = position
        self.available = available
        self.reason = reason
    }
}
