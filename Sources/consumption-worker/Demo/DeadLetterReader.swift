import Kafka

/// Reads the dead-letter topic as anybody may: as a consumer of a group of its own.
struct DeadLetterReader {
    private(set) var records: [KafkaRecord] = []
    private let consumer: KafkaConsumer

    init(_ topic: String, bootstrapServers: String) throws {
        consumer = try KafkaConsumer(
            properties: ["bootstrap.servers": bootstrapServers],
            topics: [topic],
            groupID: "demo-dead-letter-reader"
        )
    }

    /// Takes what has come since the last time, without waiting for more.
    mutating func read() async {
        for case .record(let record) in await consumer.turn(ConsumerTurn(timeout: .zero, maximumEvents: 10_000)) {
            records.append(record)
        }
    }

    /// Leaves its group.
    func close() async {
        // Nobody waits for its place in the group.
        _ = await consumer.close(within: .seconds(1))
    }
}
