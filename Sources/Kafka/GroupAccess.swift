internal import CRdkafka

/// Asks what a consumer group has kept, without being a member: whether the user may use the group, as far as that tells.
///
/// It runs on a thread of its own, since its call waits for the broker.
package actor GroupAccess {
    private let client: ConsumerClient
    private let executor = BlockingExecutor(label: "kafka.group-access")

    /// Makes the client; throws the property that librdkafka refuses.
    package init(groupID: String, properties: [String: String]) throws(KafkaError) {
        client = try ConsumerClient(.reader(groupID: groupID), properties: properties)
    }

    /// The thread of its own.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// For how many of a topic's partitions the group has kept a position.
    ///
    /// - Throws: What the group's coordinator refuses, or that none answers within the limit.
    package func positionCount(_ topic: String, partitions: Int, within limit: Duration) throws(KafkaError) -> Int {
        let places = (0..<partitions).map { TopicPartition(topic: topic, partition: Int32(clamping: $0)) }
        do {
            return try client.committed(places, among: [], within: limit).count { $0.committed != nil }
        } catch {
            throw explained(error)
        }
    }

    /// Why no coordinator was found, as far as librdkafka says: a right that is missing, a host that has no address.
    private func explained(_ error: KafkaError) -> KafkaError {
        var heard = HeardErrors()
        while let event = client.poll(timeout: 0) {
            if event.type == RD_KAFKA_EVENT_ERROR { heard.hear(event.error(from: client.client)) }
        }
        return heard.explanation(of: error)
    }
}
