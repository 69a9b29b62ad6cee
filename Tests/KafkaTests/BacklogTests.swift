import Foundation
import Glibc
import Kafka
import Testing

/// What has gone wrong elsewhere with much to read: the numbers are those of Tests/Stories.md.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BacklogTests {
    let cluster: MockCluster

    init() throws {
        cluster = try MockCluster()
        // It keeps 5 MB of each.
        try cluster.createTopic("backlog", partitions: 32)
    }

    func consumer(_ properties: [String: String] = [:]) throws -> KafkaConsumer {
        try KafkaConsumer(
            properties: properties.merging(["bootstrap.servers": cluster.bootstrapServers]) { $1 },
            topics: ["backlog"],
            groupID: "workers"
        )
    }

    /// 128 MB of records, 4 MB in each partition.
    func writeBacklog() async throws {
        let producer = try KafkaProducer(properties: ["bootstrap.servers": cluster.bootstrapServers])
        for batch in 0..<Self.count / 100 {
            let records = (0..<100).map { number in
                ProducerRecord(
                    ticket: UInt64(number),
                    topic: "backlog",
                    partition: Int32((batch * 100 + number) % 32),
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
        // Time to fetch far more than may be held.
        try await Task.sleep(for: .seconds(5))
        #expect(try residentBytes() - before < Self.budget)
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 1)
        orders.pause = partitions
        let end = ContinuousClock.now + .seconds(2)
        _ = await turns(of: consumer, orders) { _ in .now > end }
        #expect(try residentBytes() - before < Self.budget)
    }

    @Test func `R57 records that were read and dropped leave nothing behind`() async throws {
        try await writeBacklog()
        let before = try residentBytes()
        try await readBacklog(with: try consumer())
        #expect(try residentBytes() - before < Self.budget)
    }

    @Test func `what has run empty is filled at once, although it was full a moment ago`() async throws {
        try await writeBacklog()
        // More than a hundred times full: librdkafka alone takes a second for each.
        try await readBacklog(with: try consumer(["queued.max.messages.kbytes": "512", "fetch.max.bytes": "1000000"]))
    }

    /// Fails when it takes more than a minute.
    func readBacklog(with consumer: KafkaConsumer) async throws {
        var (bytes, others) = (0, [ConsumerEvent]())
        let deadline = ContinuousClock.now + .seconds(60)
        while bytes < Self.count << 16, .now < deadline {
            let events = await turns(of: consumer) { _ in true }
            bytes += events.records.reduce(0) { $0 + ($1.value?.count ?? 0) }
            others += events.filter { if case .record = $0 { false } else { true } }
        }
        #expect(bytes == Self.count << 16, "\(others)")
    }

    @Test(arguments: ["none", "gzip", "snappy", "lz4", "zstd"])
    func `R63 records in every codec, larger than a fetch, are read`(codec: String) async throws {
        let producer = try KafkaProducer(
            properties: ["bootstrap.servers": cluster.bootstrapServers, "compression.type": codec]
        )
        let value = (0..<100_000).map { UInt8($0 * $0 % 31) }
        let records = (0..<5).map {
            ProducerRecord(ticket: UInt64($0), topic: "backlog", partition: 0, key: nil, value: value)
        }
        #expect(producer.publish(records) == [])
        let small = try consumer(["fetch.message.max.bytes": "1000", "fetch.max.bytes": "1000000"])
        let events = await turns(of: small) { $0.records.count == 5 }
        #expect(events.records.allSatisfy { $0.value == value })
        #expect(events.failures == [])
    }
}
