/// Reading without being a member of the group: nobody shares the partitions, and one that was killed is in nobody's way.
extension KafkaConsumer {
    /// Takes all partitions of its topics, to be read from the group's positions; waits for each answer within the limit.
    ///
    /// The broker refuses positions for a group that has members.
    package func takeAll(within limit: Duration) throws(KafkaError) -> [AssignedPartition] {
        let taken = try committedPositions(within: limit)
        let starts = taken.map { PartitionStart($0.topicPartition, at: $0.committed, or: start) }
        if let error = client.assign(starts) { throw error }
        assignment.add(taken)
        return taken
    }

    /// What the group has committed for all partitions of its topics; waits for each answer within the limit.
    package func committedPositions(within limit: Duration) throws(KafkaError) -> [AssignedPartition] {
        try client.committed(try partitions(within: limit), among: topics, within: limit)
    }

    /// All partitions of its topics; waits for each answer within the limit.
    package func partitions(within limit: Duration) throws(KafkaError) -> [TopicPartition] {
        var partitions: [TopicPartition] = []
        for topic in topics {
            let count = try ClusterMetadata.partitionCount(of: topic, asking: client.client, within: limit)
            partitions += (0..<count).map { TopicPartition(topic: topic, partition: Int32(clamping: $0)) }
        }
        return partitions
    }

    /// Takes these partitions, to be read from these offsets whatever the group has committed.
    package func take(_ starts: [TopicPartition: Int64]) throws(KafkaError) {
        if let error = client.assign(starts.map { PartitionStart(topicPartition: $0, offset: $1) }) { throw error }
        assignment.add(
            starts.enumerated().map { place, start in
                AssignedPartition(
                    topicPartition: start.key,
                    committed: start.value,
                    metadata: nil,
                    place: place,
                    partitionCount: starts.count
                )
            }
        )
    }

    /// The offset of the first record whose timestamp is not before a moment, in UNIX milliseconds; nil when there is none.
    ///
    /// Waits for the answer within the limit.
    package func offset(
        of partition: TopicPartition,
        sinceMilliseconds moment: Int64,
        within limit: Duration
    ) throws(KafkaError) -> Int64? {
        try client.offset(of: partition, sinceMilliseconds: moment, within: limit)
    }

    /// The offsets that the logs of partitions have, their ends excluded; asks the brokers within the limit for each.
    ///
    /// Partitions without an answer are left out.
    package func availableOffsets(
        of partitions: [TopicPartition],
        within limit: Duration
    ) -> [TopicPartition: Range<Int64>] {
        let answers = partitions.compactMap { partition in
            client.availableOffsets(of: partition, within: limit).map { (partition, $0) }
        }
        return Dictionary(answers) { $1 }
    }
}
