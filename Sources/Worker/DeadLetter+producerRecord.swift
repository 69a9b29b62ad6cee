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
        var headers = policy.ownHeaders(of: record).filter { !$0.name.starts(with: Self.prefix) }
        headers.reserveCapacity(headers.count + 20)
        addReason(to: &headers)
        addOrigin(policy.origin(of: record), group: policy.groupID, to: &headers)
        addHistory(to: &headers)
        headers.add("dlq.worker", policy.workerName)
        headers.add(Self.replaysHeader, "\(replays)")
        if isReduced { addWhole(to: &headers) }
        return ProducerRecord(
            ticket: ticket.number,
            topic: policy.deadLetterTopic,
            key: record.key,
            value: isReduced ? record.value.map { Array($0.prefix(Self.reducedSize)) } : record.value,
            headers: headers
        )
    }

    /// How often it has been replayed.
    private var replays: Int {
        let before = record.headers.last { $0.isNamed(Self.replaysHeader) }?.value ?? []
        return Int(String(decoding: before, as: UTF8.self)) ?? 0
    }

    private func addReason(to headers: inout [KafkaHeader]) {
        headers.add("dlq.reason", reason.code)
        headers.add("dlq.reasons", reason.codes.joined(separator: ","))
        headers.add("dlq.stage", reason.stage.rawValue)
        headers.add("dlq.message", reason.message)
    }

    private func addOrigin(_ origin: RecordOrigin, group: String, to headers: inout [KafkaHeader]) {
        headers.add("dlq.topic", origin.topicPartition.topic)
        headers.add("dlq.partition", "\(origin.topicPartition.partition)")
        headers.add("dlq.offset", "\(origin.offset)")
        headers.add("dlq.timestamp", origin.time?.milliseconds)
        headers.add("dlq.group", group)
    }

    private func addHistory(to headers: inout [KafkaHeader]) {
        headers.add("dlq.attempts", "\(history.attempts)")
        headers.add("dlq.first-attempt-at", history.firstAttemptAt?.milliseconds)
        headers.add("dlq.last-attempt-at", history.lastAttemptAt?.milliseconds)
        headers.add("dlq.failed-at", "\(failedAt.milliseconds)")
        headers.add("dlq.http-status", history.lastRefusal?.status)
        headers.add("dlq.apple-error-code", history.lastRefusal?.errorCode)
        headers.add("dlq.apple-error-message", history.lastRefusal?.errorMessage)
    }

    /// What it takes to tell the whole value by.
    private func addWhole(to headers: inout [KafkaHeader]) {
        headers.add("dlq.reduced", "1")
        headers.add("dlq.value-length", "\(record.value?.count ?? 0)")
        headers.add("dlq.value-sha256", record.value.flatMap { sha256($0) })
    }
}

extension [KafkaHeader] {
    fileprivate mutating func add(_ name: String, _ value: String) {
        append(KafkaHeader(name, value))
    }

    /// Adds nothing where there is no value.
    fileprivate mutating func add(_ name: String, _ value: (some CustomStringConvertible)?) {
        if let value { add(name, value.description) }
    }
}
