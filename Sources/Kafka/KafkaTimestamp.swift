/// When a record was made or appended, as the topic's `message.timestamp.type` has it.
package struct KafkaTimestamp: Hashable, Sendable {
    /// Who set the time.
    package enum Source: Hashable, Sendable {
        case producer
        case broker
    }

    /// UNIX time in milliseconds; a producer may have written any number.
    package let milliseconds: Int64
    package let source: Source

    package init(milliseconds: Int64, source: Source) {
        self.milliseconds = milliseconds
        self.source = source
    }
}
