internal import CRdkafka

extension TopicAdministration {
    /// What holds for a topic, the cluster's defaults included, by Kafka's names; throws `timedOut` past the limit.
    ///
    /// See <https://kafka.apache.org/documentation/#topicconfigs>.
    package func settings(of topic: String, within limit: Duration) throws(KafkaError) -> [String: String] {
        var resources: [OpaquePointer?] = [rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic)]
        guard resources[0] != nil else { throw KafkaError(RD_KAFKA_RESP_ERR__INVALID_ARG) }
        defer { rd_kafka_ConfigResource_destroy(resources[0]) }
        let queue = rd_kafka_queue_new(handle.client)
        defer { rd_kafka_queue_destroy(queue) }
        rd_kafka_DescribeConfigs(handle.client, &resources, resources.count, nil, queue)
        guard let event = ClientEvent(taking: rd_kafka_queue_poll(queue, limit.milliseconds)) else {
            throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT)
        }
        return try event.settings()
    }
}

extension ClientEvent {
    /// The settings of the one resource that was asked for; those that are secret have no value and are left out.
    fileprivate func settings() throws(KafkaError) -> [String: String] {
        try KafkaError.check(code)
        var count = 0
        guard let result = rd_kafka_event_DescribeConfigs_result(pointer),
            let resources = rd_kafka_DescribeConfigs_result_resources(result, &count), count == 1,
            let resource = resources[0]
        else { throw KafkaError(RD_KAFKA_RESP_ERR__FAIL) }
        try KafkaError.check(rd_kafka_ConfigResource_error(resource))
        let entries = UnsafeBufferPointer(start: rd_kafka_ConfigResource_configs(resource, &count), count: count)
        let pairs = entries.compactMap { entry -> (String, String)? in
            guard let name = rd_kafka_ConfigEntry_name(entry), let value = rd_kafka_ConfigEntry_value(entry) else {
                return nil
            }
            return (String(cString: name), String(cString: value))
        }
        return Dictionary(pairs) { $1 }
    }
}
