import Flow
import Kafka

/// A record of an app that is held up, parked on the deferred topic until the app may be served again.
struct Deferral: Sendable {
    let record: KafkaRecord
    let lane: LaneID
    /// Not looked at again before.
    let until: UnixTime
    let topic: String
    /// `nil` leaves the choice to the key.
    let partition: Int32?
    /// Where it came from first.
    let origin: RecordOrigin
    /// How often it was parked before.
    let count: Int

    /// The record as it goes to the deferred topic: key, value and headers as they came, then until when it waits.
    func producerRecord(ticket: Ticket) -> ProducerRecord {
        ProducerRecord(
            ticket: ticket.number,
            topic: topic,
            partition: partition,
            key: record.key,
            value: record.value,
            headers: Self.withoutOurs(record.headers) + [
                KafkaHeader(Header.until, "\(until.milliseconds)"), KafkaHeader(Header.count, "\(count + 1)"),
                KafkaHeader(Header.topic, origin.topicPartition.topic),
                KafkaHeader(Header.partition, "\(origin.topicPartition.partition)"),
                KafkaHeader(Header.offset, "\(origin.offset)"),
            ] + (origin.time.map { [KafkaHeader(Header.timestamp, "\($0.milliseconds)")] } ?? [])
        )
    }

    /// The headers of a parked record that it had before.
    static func withoutOurs(_ headers: [KafkaHeader]) -> [KafkaHeader] {
        headers.filter { !$0.name.starts(with: Header.prefix) }
    }

    enum Header {
        static let prefix = Array("deferred.".utf8)
        static let until = "deferred.until"
        static let count = "deferred.count"
        static let topic = "deferred.topic"
        static let partition = "deferred.partition"
        static let offset = "deferred.offset"
        static let timestamp = "deferred.timestamp"
    }
}

/// Where a record was first, however often it has been parked since.
struct RecordOrigin: Hashable, Sendable {
    let topicPartition: TopicPartition
    let offset: Int64
    /// The record's own time, `nil` when it has none.
    let time: UnixTime?

    private init(topicPartition: TopicPartition, offset: Int64, time: UnixTime?) {
        (self.topicPartition, self.offset, self.time) = (topicPartition, offset, time)
    }

    init(_ record: KafkaRecord) {
        self.init(topicPartition: record.topicPartition, offset: record.offset, time: record.time)
    }

    /// As the headers of a parked record tell; where they do not, its place on the deferred topic.
    init(parked record: KafkaRecord) {
        let (topic, partition) = (record.text(Deferral.Header.topic), record.number(Deferral.Header.partition))
        guard let topic, let partition, let offset = record.number(Deferral.Header.offset) else {
            self.init(record)
            return
        }
        self.init(
            topicPartition: TopicPartition(topic: topic, partition: Int32(clamping: partition)),
            offset: offset,
            time: record.number(Deferral.Header.timestamp).map { UnixTime(milliseconds: $0) }
        )
    }
}

extension PipelinePolicy {
    /// Whether a partition is one of the deferred topic.
    func isDeferred(_ key: TopicPartition) -> Bool { key.topic == deferredTopic }

    /// Where a record was before it was parked.
    func origin(of record: KafkaRecord) -> RecordOrigin {
        isDeferred(record.topicPartition) ? RecordOrigin(parked: record) : RecordOrigin(record)
    }

    /// The headers that a record had before it was parked.
    func ownHeaders(of record: KafkaRecord) -> [KafkaHeader] {
        isDeferred(record.topicPartition) ? Deferral.withoutOurs(record.headers) : record.headers
    }
}

extension KafkaRecord {
    /// Until when a parked record waits; `nil` when nobody said.
    var deferredUntil: UnixTime? { number(Deferral.Header.until).map { UnixTime(milliseconds: $0) } }

    /// How often it was parked; a stranger may have written any number.
    var deferredCount: Int { number(Deferral.Header.count).map { Int(min(max(0, $0), 1_000_000)) } ?? 0 }

    /// The last header of that name, since ours come last.
    fileprivate func text(_ name: String) -> String? {
        headers.last { $0.isNamed(name) }?.value.map { String(decoding: $0, as: UTF8.self) }
    }

    fileprivate func number(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }
}
