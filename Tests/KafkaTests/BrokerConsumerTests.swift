import Kafka
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)), .serialized) struct BrokerConsumerTests {
    let broker: BrokerProcess
    let topic: String

    init() async throws {
        broker = try await BrokerProcess()
        topic = try await broker.createTopic("events", partitions: 4)
    }

    func consumer(_ properties: [String: String] = [:]) throws -> KafkaConsumer {
        let common = ["session.timeout.ms": "6000", "heartbeat.interval.ms": "500"]
        let given = properties.merging(common) { own, _ in own }
            .merging(["bootstrap.servers": broker.bootstrapServers]) { $1 }
        return try KafkaConsumer(properties: given, topics: [topic], groupID: topic)
    }

    @Test func `R41 keys, values and headers come back byte for byte, nulls and repeats included`() async throws {
        let every = [UInt8](0...255)
        let headers = [
            KafkaHeader(name: Array("a".utf8), value: every),
            KafkaHeader(name: Array("a".utf8), value: nil),
            KafkaHeader(name: Array("b".utf8), value: []),
            KafkaHeader(name: [0xff, 0xfe], value: [0]),
            KafkaHeader(name: Array("a".utf8), value: every),
        ]
        let contents: [(key: [UInt8]?, value: [UInt8]?, headers: [KafkaHeader])] = [
            (every, every, headers), (nil, nil, []), ([], [], []), (nil, [], headers), ([], nil, headers.reversed()),
        ]
        let records = contents.enumerated().map { number, content in
            ProducerRecord(
                ticket: UInt64(number),
                topic: topic,
                partition: 2,
                key: content.key,
                value: content.value,
                headers: content.headers
            )
        }
        let reports = try await write(records, to: broker.bootstrapServers)
        #expect(reports == (0..<5).map { DeliveryReport(ticket: $0, error: nil) })
        let came = await turns(of: try consumer()) { $0.records.count == 5 }.records
        #expect(came.map(\.key) == contents.map(\.key))
        #expect(came.map(\.value) == contents.map(\.value))
        #expect(came.map(\.headers) == contents.map(\.headers))
        #expect(came.map(\.offset) == [0, 1, 2, 3, 4])
        #expect(came.allSatisfy { $0.topicPartition == TopicPartition(topic: topic, partition: 2) })
        #expect(came.allSatisfy { ($0.timestamp?.milliseconds ?? 0) > 1_577_836_800_000 })
    }

    static let isCooperativeRefused = CooperativeSupport(in: KafkaClient.version) == .refused

    @Test(arguments: ["range", "roundrobin"] + (isCooperativeRefused ? [] : ["cooperative-sticky"]))
    func `a revocation is held until a turn completes it, then the other member gets the partitions`(
        strategy: String
    ) async throws {
        let first = try consumer(["partition.assignment.strategy": strategy])
        let held = Set(await turns(of: first) { $0.assigned.count == 4 }.assigned.map(\.topicPartition))
        let second = try consumer(["partition.assignment.strategy": strategy])
        async let given = turns(of: second) { $0.assigned.count == 2 }
        let revoking = await turns(of: first) { !$0.revoking.isEmpty }.revoking
        #expect(Set(revoking).isSubset(of: held))

        // It goes on taking turns, and commits, while the other one waits.
        let end = ContinuousClock.now + .seconds(2)
        let meanwhile = await turns(of: first) { _ in .now > end }
        #expect(meanwhile.assigned.isEmpty && meanwhile.lost.isEmpty && meanwhile.failures.isEmpty)
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 100)
        orders.commit = revoking.map { CommitEntry(topicPartition: $0, nextOffset: 0) }
        #expect(await turns(of: first, orders) { !$0.committed.isEmpty }.committed.count == revoking.count)
        orders.commit = []
        orders.completesRevocation = true

        let isCooperative = strategy == "cooperative-sticky"
        async let kept = turns(of: first, orders) { isCooperative || $0.assigned.count == 2 }
        let taken = Set(await given.assigned.map(\.topicPartition))
        let rest = isCooperative ? held.subtracting(revoking) : Set(await kept.assigned.map(\.topicPartition))
        _ = await kept
        #expect(taken.count == 2)
        #expect(taken.union(rest) == held)
        #expect(await first.close(within: .seconds(10)).hasLeftGroup)
        #expect(await second.close(within: .seconds(10)).hasLeftGroup)
    }

    @Test func `R18 a pause ends with the assignment`() async throws {
        let first = try consumer()
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 100)
        let partitions = await turns(of: first) { $0.assigned.count == 4 }.assigned.map(\.topicPartition)
        orders.pause = partitions
        _ = await first.turn(orders)
        let second = try consumer()
        async let given = turns(of: second) { !$0.assigned.isEmpty }
        _ = await turns(of: first) { !$0.revoking.isEmpty }
        orders.pause = []
        orders.completesRevocation = true
        _ = await turns(of: first, orders) { !$0.assigned.isEmpty }
        _ = await given
        _ = await second.close(within: .seconds(10))
        _ = await turns(of: first) { !$0.revoking.isEmpty }
        _ = await turns(of: first, orders) { $0.assigned.count == 4 }
        _ = try await write(
            partitions.flatMap { numbered(0..<3, topic: topic, partition: $0.partition) },
            to: broker.bootstrapServers
        )
        #expect(await turns(of: first) { $0.records.count == 12 }.records.count == 12)
    }

    @Test(arguments: [100, 5_000_000_000])
    func `a committed position past the end is reported, and reading begins again only when told to`(
        position: Int64
    ) async throws {
        _ = try await write(numbered(0..<5, topic: topic), to: broker.bootstrapServers)
        let partition = TopicPartition(topic: topic, partition: 0)
        let first = try consumer()
        _ = await turns(of: first) { $0.records.count == 5 }
        let entry = CommitEntry(topicPartition: partition, nextOffset: position)
        #expect(await first.close(committing: [entry], within: .seconds(10)).events.committed.map(\.error) == [nil])
        let second = try consumer()
        let events = await turns(of: second) { !$0.positionLosses.isEmpty }
        let loss = try #require(events.positionLosses.first)
        #expect(loss.topicPartition == partition)
        #expect(loss.position == position)
        #expect(loss.available == 0..<5)
        #expect(events.records == [])
        var orders = ConsumerTurn(timeout: .milliseconds(100), maximumEvents: 100)
        orders.restart = [partition]
        #expect(await turns(of: second, orders) { $0.records.count == 5 }.records.map(\.offset) == [0, 1, 2, 3, 4])
    }
}
