/// One Kafka message with its place, copied out of librdkafka: it holds on to nothing there.
package struct KafkaRecord: Hashable, Sendable {
    package let topicPartition: TopicPartition
    package let offset: Int64
    /// `nil` when the record carries none (the oldest message formats).
    package let timestamp: KafkaTimestamp?
    /// `nil` is Kafka's null, which is not the same as empty.
    package let key: [UInt8]?
    /// `nil` is Kafka's null (a tombstone), which is not the same as empty.
    package let value: [UInt8]?
    /// In the order in which they came, repeats included.
    package let headers: [KafkaHeader]

    package init(
        topicPartition: TopicPartition,
        offset: Int64,
        timestamp: KafkaTimestamp?,
        key: [UInt8]?,
        value: [UInt8]?,
        headers: [KafkaHeader]
    ) {
        self.topicPartition = topicPartition
        self.offset = offset
        self.timestamp = timestamp
        self.key = key
        self.value = value
        self.headers = headers
    }
}
