internal import CRdkafka

/// What any client can ask the brokers about topics and themselves; it waits for the answer.
enum ClusterMetadata {
    /// The number of a topic's partitions; throws `unknownTopicOrPartition` when it does not exist.
    static func partitionCount(
        of topic: String,
        asking client: OpaquePointer,
        within limit: Duration
    ) throws(KafkaError) -> Int {
        let topic = rd_kafka_topic_new(client, topic, nil)
        defer { rd_kafka_topic_destroy(topic) }
        let (error, count) = try read(topic, asking: client, within: limit) { metadata in
            (KafkaError(failed: metadata.topics.pointee.err), Int(metadata.topics.pointee.partition_cnt))
        }
        if let error { throw error }
        return count
    }

    /// How many brokers the cluster has.
    static func brokerCount(asking client: OpaquePointer, within limit: Duration) throws(KafkaError) -> Int {
        try read(nil, asking: client, within: limit) { Int($0.broker_cnt) }
    }

    private static func read<Answer>(
        _ topic: OpaquePointer?,
        asking client: OpaquePointer,
        within limit: Duration,
        _ read: (rd_kafka_metadata) -> Answer
    ) throws(KafkaError) -> Answer {
        var answer: UnsafePointer<rd_kafka_metadata>?
        try KafkaError.check(rd_kafka_metadata(client, 0, topic, &answer, limit.milliseconds))
        defer { rd_kafka_metadata_destroy(answer) }
        guard let metadata = answer?.pointee, topic == nil || metadata.topic_cnt == 1 else {
            throw KafkaError(RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART)
        }
        return read(metadata)
    }
}
