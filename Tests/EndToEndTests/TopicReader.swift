import Kafka
import TestSupport

extension TestBroker {
    /// Reads a topic from its beginning until it has so many records, or until none has come for some time.
    func read(_ topic: String, atLeast count: Int) async throws -> [KafkaRecord] {
        let consumer = try KafkaConsumer(
            properties: ["bootstrap.servers": bootstrapServers, "session.timeout.ms": "6000"],
            topics: [topic],
            groupID: uniqueName("reader")
        )
        var records: [KafkaRecord] = []
        var quietSince = ContinuousClock.now
        // After the last one expected it looks on for a moment: there must not be more.
        while ContinuousClock.now - quietSince < (records.count < count ? .seconds(30) : .seconds(1)) {
            for event in await consumer.turn(ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 1000)) {
                guard case .record(let record) = event else { continue }
                records.append(record)
                quietSince = .now
            }
        }
        _ = await consumer.close(within: .seconds(5))
        return records
    }
}

extension KafkaRecord {
    func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value.map { String(decoding: $0, as: UTF8.self) }
    }
}
