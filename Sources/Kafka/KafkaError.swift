/// What Kafka, or librdkafka on its own, refused or could not do.
package struct KafkaError: Error, Hashable, Sendable {
    /// Kafka's number; of a fatal error its cause.
    package let code: KafkaErrorCode
    /// One sentence for a person.
    package let reason: String
    /// The client can do nothing more; make a new one or end the process.
    package let isFatal: Bool
    /// The partition concerned, where the error concerns one.
    package let topicPartition: TopicPartition?
    /// The configuration property concerned, where the error concerns one.
    package let property: String?

    package init(
        code: KafkaErrorCode,
        reason: String,
        isFatal: Bool = false,
        topicPartition: TopicPartition? = nil,
        property: String? = nil
    ) {
        self.code = code
        self.reason = reason
        self.isFatal = isFatal
        self.topicPartition = topicPartition
        self.property = property
    }

    /// Whether the same request may succeed later with nothing changed on this side.
    package var isRetriable: Bool { !isFatal && code.isRetriable }

    /// A property of `kafka.properties` that is not taken, with the reason.
    package static func refusedProperty(_ name: String, reason: String) -> KafkaError {
        KafkaError(code: .invalidArgument, reason: reason, property: name)
    }
}

extension KafkaError: CustomStringConvertible {
    package var description: String {
        let place = property ?? topicPartition?.description
        return (place.map { "\($0): " } ?? "") + "\(reason) (\(code))"
    }
}
