import Flow
import Kafka
import TestSupport

/// Records for the topic, each with its expected end.
struct Workload: Sendable {
    struct Item: Sendable {
        let record: ProducerRecord
        let eventCase: EventCase
        let transactionID: String
        let wireBody: String
    }

    let items: [Item]

    /// - Parameter signedDate: Of every event, in UNIX milliseconds.
    /// - Parameter invalidShare: How many in a hundred are invalid.
    init(count: Int, topic: String, apps: [String], invalidShare: Int, signedDate: Int64, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        items = (0..<count).map { number in
            let isInvalid = Int.random(in: 0..<100, using: &random) < invalidShare
            let cases = isInvalid ? EventCase.invalid : EventCase.valid
            let eventCase = cases[number % cases.count]
            let app = apps[number % apps.count]
            let (event, value) = eventCase.value(EventText(number, app: app, signedDate: signedDate))
            let id = String(2_000_000_000_000_000 + number)
            let record = ProducerRecord(
                ticket: UInt64(number),
                topic: topic,
                key: number % 17 == 0 ? [0xFF, 0x00, UInt8(number % 251)] : Array(id.utf8),
                value: value,
                headers: [
                    KafkaHeader("number", "\(number)"), KafkaHeader(name: Array("nothing".utf8), value: nil),
                    KafkaHeader("again", "1"), KafkaHeader("again", "2"),
                    KafkaHeader(name: Array("bytes".utf8), value: [0xFE]),
                ]
            )
            return Item(record: record, eventCase: eventCase, transactionID: id, wireBody: event.wireBody)
        }
    }

    /// Events of one app that are all alike and valid, dealt out to the partitions in turn.
    ///
    /// - Parameter numbers: Make their transactions; also the order on the topic.
    /// - Parameter headers: Of the record for a number.
    init(
        _ numbers: Range<Int>,
        of app: String,
        topic: String,
        partitions: Int,
        signedDate: Int64,
        headers: (Int) -> [KafkaHeader] = { _ in [] }
    ) {
        items = numbers.map { number in
            let eventCase = EventCase.valid[0]
            let (event, value) = eventCase.value(EventText(number, app: app, signedDate: signedDate))
            let id = String(2_000_000_000_000_000 + number)
            let record = ProducerRecord(
                ticket: UInt64(number),
                topic: topic,
                partition: Int32(number % partitions),
                key: Array(id.utf8),
                value: value,
                headers: headers(number)
            )
            return Item(record: record, eventCase: eventCase, transactionID: id, wireBody: event.wireBody)
        }
    }

    var valid: [Item] { items.filter { $0.eventCase.codes.isEmpty } }
    var invalid: [Item] { items.filter { !$0.eventCase.codes.isEmpty } }

    /// Puts the records on their topic and waits until the broker has them all.
    ///
    /// What the broker refuses is written again: a trial has it refuse records on purpose.
    func produce(to broker: any TestBroker, _ range: Range<Int>? = nil) async throws {
        try await Self.produce(items[range ?? items.indices].map(\.record), to: broker)
    }

    /// The same for any records.
    static func produce(_ records: [ProducerRecord], to broker: any TestBroker) async throws {
        var left = records
        for _ in 0..<10 where !left.isEmpty { left = try await write(left, to: broker) }
        guard left.isEmpty else { throw KafkaError(code: .timedOut, reason: "\(left.count) records were refused") }
    }

    /// Writes records and gives those back that the broker has not taken.
    private static func write(_ records: [ProducerRecord], to broker: any TestBroker) async throws -> [ProducerRecord] {
        // One record a batch: Tansu takes a batch's first offset for its last one.
        let properties = [
            "bootstrap.servers": broker.bootstrapServers, "batch.num.messages": "1", "message.timeout.ms": "60000",
        ]
        let producer = try KafkaProducer(properties: properties.merging(broker.properties) { $1 })
        var reports = producer.publish(records)
        var coming = producer.reports.makeAsyncIterator()
        while reports.count < records.count, let batch = await coming.next() { reports += batch }
        let taken = Set(reports.filter { $0.error == nil }.map(\.ticket))
        return records.filter { !taken.contains($0.ticket) }
    }
}
