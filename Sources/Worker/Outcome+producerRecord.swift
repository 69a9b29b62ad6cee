import ConsumptionRules
import Flow
import Kafka

extension Outcome {
    /// The names of the members: downstream relies on them.
    enum Member {
        static let schemaVersion: StaticString = "schemaVersion"
        static let outcome: StaticString = "outcome"
        static let notificationUUID: StaticString = "notificationUUID"
        static let signedDate: StaticString = "signedDate"
    }

    /// The most bytes of a key that is kept: with a long one the outcome could be too large for its topic.
    private static let longestKey = 1024

    /// The record as it goes to the outcome topic: under the key of the event's record, and in the partition with the same
    /// number, so that who is given that partition finds it.
    func producerRecord(ticket: Ticket, topic: String, policy: PipelinePolicy) -> ProducerRecord {
        var value: [UInt8] = []
        value.reserveCapacity(512)
        JSONWriter.append(to: &value) { $0.object { write(to: &$0, policy) } }
        return ProducerRecord(
            ticket: ticket.number,
            topic: topic,
            partition: record.topicPartition.partition,
            key: record.key.flatMap { $0.count <= Self.longestKey ? $0 : nil },
            value: value
        )
    }

    private func write(to writer: inout JSONWriter, _ policy: PipelinePolicy) {
        writer.member(Member.schemaVersion, 1)
        writer.member(Member.outcome, event.outcome.rawValue)
        writer.optional(Member.notificationUUID, subject.notificationUUID?.description)
        writer.optional("transactionId", subject.transactionID)
        writer.optional("bundleId", subject.bundleID)
        writer.optional("environment", subject.environment?.rawValue)
        writer.optional("reason", event.reason?.code)
        writer.optional("stage", event.reason?.stage.rawValue)
        writer.optional("httpStatus", httpStatus)
        writer.member("attempts", event.attempts)
        writer.optional(Member.signedDate, subject.signedDate?.value)
        writer.optional("eventTime", event.recordTime?.milliseconds)
        writer.member("decisionTime", decidedAt.milliseconds)
        writer.optional("timeLeft", event.timeLeft.map { $0.nanoseconds / 1_000_000 })
        writer.key("source")
        writer.object { write(policy.origin(of: record), to: &$0) }
        writer.member("worker", policy.workerName)
        writer.optional("traceId", event.traceID)
    }

    private func write(_ origin: RecordOrigin, to writer: inout JSONWriter) {
        writer.member("topic", origin.topicPartition.topic)
        writer.member("partition", origin.topicPartition.partition)
        writer.member("offset", origin.offset)
    }
}

extension JSONWriter {
    fileprivate mutating func optional(_ name: StaticString, _ string: String?) {
        if let string { member(name, string) }
    }

    fileprivate mutating func optional(_ name: StaticString, _ integer: (some FixedWidthInteger)?) {
        if let integer { member(name, integer) }
    }
}
