/// A record to be written, with the ticket under which its delivery is reported.
package struct ProducerRecord: Sendable {
    /// The caller's number for it; comes back in its `DeliveryReport`.
    package let ticket: UInt64
    package let topic: String
    /// `nil` leaves the choice to the partitioner, which goes by the key.
    package let partition: Int32?
    /// `nil` is Kafka's null, which is not the same as empty.
    package let key: [UInt8]?
    /// `nil` is Kafka's null, which is not the same as empty.
    package let value: [UInt8]?
    package let headers: [KafkaHeader]

    package init(
        ticket: UInt64,
        topic: String,
        partition: Int32? = nil,
        key: [UInt8]?,
        value: [UInt8]?,
        headers: [KafkaHeader] = []
    ) {
        self.ticket = ticket
        self.topic = topic
        self.partition = partition
        self.key = key
        self.value = value
        self.headers = headers
    }
}

/// What became of a record that was to be written.
package struct DeliveryReport: Hashable, Sendable {
    package let ticket: UInt64
    /// `nil` when all in-sync replicas have the record.
    package let error: KafkaError?

    package init(ticket: UInt64, error: KafkaError?) {
        self.ticket = ticket
        self.error = error
    }
}
