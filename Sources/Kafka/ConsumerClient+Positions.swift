internal import CRdkafka

extension ConsumerClient {
    /// Asks the broker to keep positions; its answer is a commit event.
    func commit(_ entries: [CommitEntry]) -> KafkaError? {
        let list = TopicPartitionList(capacity: entries.count)
        for entry in entries {
            list.append(entry.topicPartition, offset: entry.nextOffset, metadata: entry.metadata)
        }
        return KafkaError(failed: list.lend { rd_kafka_commit_queue(client, $0, queue, nil, nil) })
    }

    /// What the group has committed for the partitions; waits for the coordinator within the limit.
    ///
    /// - Parameter topics: All that are subscribed to; one that is not there has no partitions.
    func committed(
        _ partitions: [TopicPartition],
        among topics: [String],
        within limit: Duration
    ) throws(KafkaError) -> [AssignedPartition] {
        let list = TopicPartitionList(partitions)
        try KafkaError.check(list.lend { rd_kafka_committed(client, $0, limit.milliseconds) })
        var (firstPlaces, count): ([String: Int], Int) = ([:], 0)
        for topic in topics {
            firstPlaces[topic] = count
            count += try partitionCount(of: topic, within: limit)
        }
        let (places, total) = (firstPlaces, max(1, count))
        return try list.map { element throws(KafkaError) in
            let partition = TopicPartition(element)
            if let error = KafkaError(failed: element.err, at: partition) { throw error }
            let place = places[partition.topic, default: 0] + Int(partition.partition)
            return AssignedPartition(partition, element, place: place, partitionCount: total)
        }
    }

    /// None for a topic that is not there.
    private func partitionCount(of topic: String, within limit: Duration) throws(KafkaError) -> Int {
        do throws(KafkaError) {
            return try ClusterMetadata.partitionCount(of: topic, asking: client, within: limit)
        } catch  where error.code == .unknownTopicOrPartition || error.code == .unknownTopic {
            return 0
        }
    }

    func pause(_ partitions: [TopicPartition]) -> KafkaError? {
        KafkaError(failed: TopicPartitionList(partitions).lend { rd_kafka_pause_partitions(client, $0) })
    }

    func resume(_ partitions: [TopicPartition]) -> KafkaError? {
        KafkaError(failed: TopicPartitionList(partitions).lend { rd_kafka_resume_partitions(client, $0) })
    }

    /// The end of the partition as of the last fetch; `nil` before that.
    func knownEnd(of partition: TopicPartition) -> Int64? {
        var low: Int64 = -1
        var high: Int64 = -1
        let code = rd_kafka_get_watermark_offsets(client, partition.topic, partition.partition, &low, &high)
        return code == RD_KAFKA_RESP_ERR_NO_ERROR && high >= 0 ? high : nil
    }

    /// Where the partitions end; asks their leaders and waits within the limit.
    ///
    /// Those without an answer are left out.
    func ends(of partitions: [TopicPartition], within limit: Duration) -> [TopicPartition: Int64] {
        guard !partitions.isEmpty else { return [:] }
        let list = TopicPartitionList(capacity: partitions.count)
        // The end stands where a time would: https://kafka.apache.org/protocol#The_Messages_ListOffsets
        for partition in partitions { list.append(partition, offset: Int64(RD_KAFKA_OFFSET_END), metadata: nil) }
        let code = list.lend { rd_kafka_offsets_for_times(client, $0, limit.milliseconds) }
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { return [:] }
        let answers = list.map { (TopicPartition($0), $0.err == RD_KAFKA_RESP_ERR_NO_ERROR ? $0.offset : -1) }
        return Dictionary(answers.filter { $0.1 >= 0 }) { $1 }
    }

    /// The offset of the first record whose timestamp is not before a moment, in UNIX milliseconds; `nil` when there is none.
    ///
    /// Asks the partition's leader and waits within the limit.
    func offset(
        of partition: TopicPartition,
        sinceMilliseconds moment: Int64,
        within limit: Duration
    ) throws(KafkaError) -> Int64? {
        let list = TopicPartitionList(capacity: 1)
        list.append(partition, offset: moment, metadata: nil)
        try KafkaError.check(list.lend { rd_kafka_offsets_for_times(client, $0, limit.milliseconds) })
        let answers = try list.map { element throws(KafkaError) in
            try KafkaError.check(element.err)
            return element.offset
        }
        return answers.first { $0 >= 0 }
    }

    /// What the brokers have against a topic, or that they do not answer within the limit; `nil` when it can be read.
    func fault(of topic: String, within limit: Duration) -> KafkaError? {
        do throws(KafkaError) {
            _ = try ClusterMetadata.partitionCount(of: topic, asking: client, within: limit)
            return nil
        } catch {
            return error
        }
    }

    /// The offsets that the log has; asks the broker and waits within the limit.
    func availableOffsets(of partition: TopicPartition, within limit: Duration) -> Range<Int64>? {
        var low: Int64 = -1
        var high: Int64 = -1
        let code = rd_kafka_query_watermark_offsets(
            client,
            partition.topic,
            partition.partition,
            &low,
            &high,
            limit.milliseconds
        )
        return code == RD_KAFKA_RESP_ERR_NO_ERROR && 0 <= low && low <= high ? low..<high : nil
    }
}

extension AssignedPartition {
    /// An answer of the group's; a negative offset stands for none.
    fileprivate init(
        _ partition: TopicPartition,
        _ element: rd_kafka_topic_partition_t,
        place: Int,
        partitionCount: Int
    ) {
        let metadata = UnsafeRawBufferPointer(start: element.metadata, count: element.metadata_size)
        self.init(
            topicPartition: partition,
            committed: element.offset >= 0 ? element.offset : nil,
            metadata: metadata.isEmpty ? nil : Array(metadata),
            place: place,
            partitionCount: partitionCount
        )
    }
}
