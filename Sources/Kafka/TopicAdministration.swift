internal import CRdkafka

/// Makes topics and looks them up; also the way to ask whether the brokers answer at all.
///
/// It runs on a thread of its own, since its calls wait for the broker.
package actor TopicAdministration {
    let handle: ClientHandle
    private let executor = BlockingExecutor(label: "kafka.administration")

    /// Makes the client; throws the property that librdkafka refuses.
    package init(properties: [String: String]) throws(KafkaError) {
        let configuration = try ClientProperties.administration.configuration(properties)
        // Why no broker answers comes in no answer.
        configuration.deliver(RD_KAFKA_EVENT_ERROR)
        // A producer would have a topic made by merely asking for it.
        handle = try configuration.makeClient(RD_KAFKA_CONSUMER)
    }

    /// The thread of its own.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a topic with these settings, by Kafka's names; throws `topicAlreadyExists` when there is one.
    package func create(
        _ topic: String,
        partitions: Int,
        replicas: Int = 1,
        settings: [String: String] = [:],
        within limit: Duration
    ) throws(KafkaError) {
        let count = Int32(clamping: partitions)
        var topics: [OpaquePointer?] = [rd_kafka_NewTopic_new(topic, count, Int32(clamping: replicas), nil, 0)]
        guard topics[0] != nil else {
            throw KafkaError(code: .invalidArgument, reason: "topic \(topic) cannot have \(partitions) partitions")
        }
        defer { rd_kafka_NewTopic_destroy(topics[0]) }
        for (name, value) in settings.sorted(by: <) {
            try KafkaError.check(rd_kafka_NewTopic_set_config(topics[0], name, value))
        }
        let queue = rd_kafka_queue_new(handle.client)
        defer { rd_kafka_queue_destroy(queue) }
        rd_kafka_CreateTopics(handle.client, &topics, topics.count, nil, queue)
        guard let event = ClientEvent(taking: rd_kafka_queue_poll(queue, limit.milliseconds)) else {
            throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT)
        }
        if let error = event.failedTopicCreation { throw error }
    }

    /// How many brokers the cluster has.
    package func brokerCount(within limit: Duration) throws(KafkaError) -> Int {
        do {
            return try ClusterMetadata.brokerCount(asking: handle.client, within: limit)
        } catch {
            throw explained(error)
        }
    }

    /// The number of the topic's partitions; throws `unknownTopicOrPartition` when it does not exist.
    package func partitionCount(of topic: String, within limit: Duration) throws(KafkaError) -> Int {
        do {
            return try ClusterMetadata.partitionCount(of: topic, asking: handle.client, within: limit)
        } catch {
            throw explained(error)
        }
    }

    /// Why nobody answered, as far as librdkafka says; the error itself otherwise.
    private func explained(_ error: KafkaError) -> KafkaError {
        guard error.code.isSilence else { return error }
        let queue = rd_kafka_queue_get_main(handle.client)
        defer { rd_kafka_queue_destroy(queue) }
        var heard = HeardErrors()
        while let event = ClientEvent(taking: rd_kafka_queue_poll(queue, 0)) {
            if event.type == RD_KAFKA_EVENT_ERROR { heard.hear(event.error(from: handle.client)) }
        }
        return heard.explanation(of: error)
    }
}

extension ClientEvent {
    /// What a topic was refused for, whether the broker or librdkafka did.
    fileprivate var failedTopicCreation: KafkaError? {
        var count = 0
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR,
            let result = rd_kafka_event_CreateTopics_result(pointer),
            let topics = rd_kafka_CreateTopics_result_topics(result, &count), count == 1, let topic = topics[0]
        else { return KafkaError(failed: code) ?? KafkaError(RD_KAFKA_RESP_ERR__FAIL) }
        let code = rd_kafka_topic_result_error(topic)
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
        let reason = rd_kafka_topic_result_error_string(topic).map { String(cString: $0) }
        return KafkaError(code: KafkaErrorCode(code), reason: reason ?? "refused")
    }
}
