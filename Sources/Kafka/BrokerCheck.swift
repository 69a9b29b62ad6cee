/// What the brokers say when they are asked, rather than what was fetched from them last.
package struct BrokerCheck: Hashable, Sendable {
    /// Why there is no answer, or what is wrong with a subscribed topic; `nil` when all of them are there.
    package let error: KafkaError?
    /// The topic that the error concerns, or that was asked for in vain.
    package let topic: String?
    /// The offset that the next record of each assigned partition will get; empty when that was not answered.
    package let endOffsets: [TopicPartition: Int64]

    package init(error: KafkaError? = nil, topic: String? = nil, endOffsets: [TopicPartition: Int64] = [:]) {
        self.error = error
        self.topic = topic
        self.endOffsets = endOffsets
    }
}

extension KafkaConsumer {
    /// Asks within 1 second for each topic and 1 second for the ends.
    func check() -> BrokerCheck {
        for topic in topics {
            if let error = client.fault(of: topic, within: .seconds(1)) {
                return BrokerCheck(error: error, topic: topic)
            }
        }
        let assigned = assignment.partitions.map(\.topicPartition)
        return BrokerCheck(endOffsets: client.ends(of: assigned, within: .seconds(1)))
    }
}
