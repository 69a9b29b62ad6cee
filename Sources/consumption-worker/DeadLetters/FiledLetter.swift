import ConsumptionRules
import Flow
import Kafka

/// A record of the dead-letter topic, with what its headers and its event say.
struct FiledLetter: Sendable {
    let record: KafkaRecord
    /// The event's own members; nil when its value is no JSON object.
    private let event: JSONMembers?

    init(_ record: KafkaRecord) {
        self.record = record
        event = record.value.flatMap { JSONMembers(reading: $0) }
    }

    var place: LetterPlace { LetterPlace(partition: record.topicPartition.partition, offset: record.offset) }
    var reason: String { text("dlq.reason") ?? "?" }
    var stage: String { text("dlq.stage") ?? "?" }
    var message: String { text("dlq.message") ?? "" }
    var failedAt: UnixTime? { number("dlq.failed-at").map { UnixTime(milliseconds: $0) } }
    /// How often the record had been replayed when it ended here.
    var replays: Int { number("dlq.replays").map { Int(clamping: max(0, $0)) } ?? 0 }
    /// Whether the value is only the beginning of the one that came.
    var isReduced: Bool { text("dlq.reduced") == "1" }
    var bundleID: String? { event?.string("bundleId") }
    var transactionID: String? { event?.string("transactionId") }
    var notificationUUID: String? { event?.string("notificationUUID") }

    /// The last header of that name, since the worker's own come last.
    func text(_ name: String) -> String? {
        record.headers.last { $0.isNamed(name) }?.value.map { String(decoding: $0, as: UTF8.self) }
    }

    func number(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }
}

/// Where a dead letter lies on its topic, written `PARTITION:OFFSET`.
struct LetterPlace: Equatable, Sendable, CustomStringConvertible {
    let partition: Int32
    let offset: Int64

    var description: String { "\(partition):\(offset)" }
}

extension LetterPlace {
    /// Nil when the text is not two numbers from 0 on with a colon between.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let partition = Int32(parts[0]), let offset = Int64(parts[1]), partition >= 0,
            offset >= 0
        else { return nil }
        self.init(partition: partition, offset: offset)
    }
}
