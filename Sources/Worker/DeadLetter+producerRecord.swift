import AppStoreServer
import Flow
import Kafka

extension DeadLetter {
    /// The name of the header that counts replays: it alone survives from an earlier life as a dead letter.
    static let replaysHeader = "dlq.replays"
    private static let prefix = Array("dlq.".utf8)

    /// How much of its value a reduced dead letter keeps, in bytes.
    static let reducedSize = 1024

    /// The record as it goes to the dead-letter topic: key, value and headers as they came, then where and why it ended.
    ///
    /// - Parameter isReduced: Only the beginning of the value, with what it takes to tell the whole by.
    func producerRecord(ticket: Ticket, policy: PipelinePolicy, isReduced: Bool = false) -> ProducerRecord {
        let own = policy.ownHeaders(of: record).filter { !$0.name.starts(with: Self.prefix) }
        return ProducerRecord(
            ticket: ticket.number,
            topic: policy.deadLetterTopic,
            key: record.key,
            value: isReduced ? record.value.map { Array($0.prefix(Self.reducedSize)) } : record.value,
            headers: own + reasonHeaders + originHeaders(policy.origin(of: record), group: policy.groupID)
                + historyHeaders
                + [KafkaHeader("dlq.worker", policy.workerName), replays] + (isReduced ? reducedHeaders : [])
        )
    }

    private var reducedHeaders: [KafkaHeader] {
        [KafkaHeader("dlq.reduced", "1"), KafkaHeader("dlq.value-length", "\(record.value?.count ?? 0)")]
            + header("dlq.value-sha256", record.value.flatMap { sha256($0) })
    }

    private var reasonHeaders: [KafkaHeader] {
        [
            KafkaHeader("dlq.reason", reason.code),
            KafkaHeader("dlq.reasons", reason.codes.joined(separator: ",")),
            KafkaHeader("dlq.stage", reason.stage.rawValue),
            KafkaHeader("dlq.message", reason.message),
        ]
    }

    private func originHeaders(_ origin: RecordOrigin, group: String) -> [KafkaHeader] {
        [
            KafkaHeader("dlq.topic", origin.topicPartition.topic),
            KafkaHeader("dlq.partition", "\(origin.topicPartition.partition)"),
            KafkaHeader("dlq.offset", "\(origin.offset)"),
        ] + header("dlq.timestamp", origin.time?.milliseconds) + [KafkaHeader("dlq.group", group)]
    }

    private var historyHeaders: [KafkaHeader] {
        let refusal = history.lastRefusal
        return [KafkaHeader("dlq.attempts", "\(history.attempts)")]
            + header("dlq.first-attempt-at", history.firstAttemptAt?.milliseconds)
            + header("dlq.last-attempt-at", history.lastAttemptAt?.milliseconds)
            + [KafkaHeader("dlq.failed-at", "\(failedAt.milliseconds)")]
            + header("dlq.http-status", refusal?.status)
            + header("dlq.apple-error-code", refusal?.errorCode)
            + header("dlq.apple-error-message", refusal?.errorMessage)
    }

    private var replays: KafkaHeader {
        let before = record.headers.last { $0.isNamed(Self.replaysHeader) }?.value ?? []
        return KafkaHeader(Self.replaysHeader, String(Int(String(decoding: before, as: UTF8.self)) ?? 0))
    }

    private func header(_ name: String, _ value: (some CustomStringConvertible)?) -> [KafkaHeader] {
        value.map { [KafkaHeader(name, $0.description)] } ?? []
    }
}
