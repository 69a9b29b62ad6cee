import Foundation
import Glibc
import Kafka
import TestSupport
import Testing

/// What has gone wrong elsewhere with much to read: the numbers are those of Tests/Stories.md.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BacklogTests {
    let broker: BrokerProcess
    let topic: String

    init() async throws {
        broker = try await BrokerProcess()
        topic = try await broker.createTopic("backlog", partitions: 4)
    }

    func consumer(_ properties: [String: String] = [:]) throws -> KafkaConsumer {
        try KafkaConsumer(
            properties: properties.merging(["bootstrap.servers": broker.bootstrapServers]) { $1 },
            topics: [topic],
            groupID: topic
        )
    }

    /// 128 MB of records in four partitions.
    func writeBacklog() async throws {
        let producer = try KafkaProducer(properties: ["bootstrap.servers": broker.bootstrapServers])
        for batch in 0..<Self.count / 100 {
            let records = (0..<100).map { number in
                ProducerRecord(
                    ticket: UInt64(number),
                    topic: topic,
                    partition: Int32(number % 4),
                    key: nil,
                    value: Array(repeating: UInt8(batch), count: 1 << 16)
                )
            }
            try #require(producer.publish(records) == [])
            try #require(await producer.flush(within: .seconds(30)) == 0)
        }
    }

    static let count = 2000
    /// What librdkafka may hold, twice over, since an answer is held whole beside the queue; far below the backlog.
    static let budget = 80 << 20

    /// What this process holds of memory, in bytes; what it freed and keeps for later is a batch of the backlog at most.
    func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(pages[1])) * sysconf(Int32(_SC_PAGESIZE))
    }

    @Test func `R56 a backlog that nobody takes stays with the broker`() async throws {
        try await writeBacklog()
        let before = try residentBytes()
        let consumer = try consumer()
        let partitions = await assignment(of: consumer).map(\.topicPartition)
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 1)
        let end = ContinuousClock.now + .seconds(5)
        _ = await turns(of: consumer, orders) { _ in .now > end }
        #expect(try residentBytes() - before < Self.budget)
        orders.pause = partitions
        let later = ContinuousClock.now + .seconds(5)
        _ = await turns(of: consumer, orders) { _ in .now > later }
        #expect(try residentBytes() - before < Self.budget)
    }

    @Test func `R57 records that were read and dropped leave nothing behind`() async throws {
        try await writeBacklog()
        let before = try residentBytes()
        let consumer = try consumer()
        var (count, bytes) = (0, 0)
        while count < Self.count {
            let records = await turns(of: consumer) { _ in true }.records
            count += records.count
            bytes += records.reduce(0) { $0 + ($1.value?.count ?? 0) }
        }
        #expect(bytes == Self.count << 16)
        #expect(try residentBytes() - before < Self.budget)
    }

    @Test(arguments: ["none", "gzip", "snappy", "lz4", "zstd"])
    func `R63 records in every codec, larger than a fetch, are read`(codec: String) async throws {
        let producer = try KafkaProducer(
            properties: ["bootstrap.servers": broker.bootstrapServers, "compression.type": codec]
        )
        var random = SystemRandomNumberGenerator()
        let value = (0..<100_000).map { _ in UInt8.random(in: 0..<32, using: &random) }
        let records = (0..<5).map {
            ProducerRecord(ticket: UInt64($0), topic: topic, partition: 0, key: nil, value: value)
        }
        #expect(producer.publish(records) == [])
        let small = try consumer(["fetch.message.max.bytes": "1000", "fetch.max.bytes": "1000000"])
        let events = await turns(of: small) { $0.records.count == 5 }
        #expect(events.records.allSatisfy { $0.value == value })
        #expect(events.failures == [])
    }
}
