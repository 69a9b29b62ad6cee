import Kafka
import Testing

/// Has a consumer take the same turn again and again until all it has told says enough; an issue after 40 seconds.
func turns(
    of consumer: KafkaConsumer,
    _ orders: ConsumerTurn = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 1_000),
    until isEnough: ([ConsumerEvent]) -> Bool
) async -> [ConsumerEvent] {
    let deadline = ContinuousClock.now + .seconds(40)
    var events = await consumer.turn(orders)
    let waiting = ConsumerTurn(timeout: orders.timeout, maximumEvents: orders.maximumEvents)
    while !isEnough(events) {
        guard .now < deadline else {
            Issue.record("not enough after 40 seconds: \(events.suffix(20))")
            break
        }
        events += await consumer.turn(waiting)
    }
    return events
}

/// Takes turns until the group has given the consumer something.
func assignment(of consumer: KafkaConsumer) async -> [AssignedPartition] {
    await turns(of: consumer) { !$0.assigned.isEmpty }.assigned
}

/// Writes records and waits for their reports.
func write(_ records: [ProducerRecord], to bootstrapServers: String) async throws -> [DeliveryReport] {
    let producer = try KafkaProducer(properties: ["bootstrap.servers": bootstrapServers])
    var reports = producer.publish(records)
    for await batch in producer.reports where reports.count < records.count {
        reports += batch
        if reports.count >= records.count { break }
    }
    return reports
}

/// Records with one digit-string value each, for a partition.
func numbered(_ numbers: Range<Int>, topic: String, partition: Int32 = 0) -> [ProducerRecord] {
    numbers.map {
        ProducerRecord(
            ticket: UInt64($0),
            topic: topic,
            partition: partition,
            key: Array("k\($0)".utf8),
            value: Array("\($0)".utf8)
        )
    }
}

extension [ConsumerEvent] {
    var records: [KafkaRecord] { compactMap { if case .record(let record) = $0 { record } else { nil } } }
    var assigned: [AssignedPartition] {
        compactMap { if case .assigned(let some) = $0 { some } else { nil } }.flatMap(\.self)
    }
    var revoking: [TopicPartition] {
        compactMap { if case .revoking(let some) = $0 { some } else { nil } }.flatMap(\.self)
    }
    var lost: [TopicPartition] { compactMap { if case .lost(let some) = $0 { some } else { nil } }.flatMap(\.self) }
    var committed: [CommitOutcome] {
        compactMap { if case .committed(let some) = $0 { some } else { nil } }.flatMap(\.self)
    }
    var failures: [KafkaError] { compactMap { if case .failure(let error) = $0 { error } else { nil } } }
    var positionLosses: [PositionLoss] { compactMap { if case .positionLost(let loss) = $0 { loss } else { nil } } }
    var statistics: [String] { compactMap { if case .statistics(let json) = $0 { json } else { nil } } }
    var logLines: [KafkaLogLine] { compactMap { if case .log(let line) = $0 { line } else { nil } } }
    var endOffsets: [TopicPartition: Int64] {
        compactMap { if case .endOffsets(let ends) = $0 { ends } else { nil } }.last ?? [:]
    }
}
