import Kafka
import Testing

@Suite(.timeLimit(.minutes(2))) struct KafkaProducerTests {
    let cluster: MockCluster

    init() throws {
        cluster = try MockCluster()
        try cluster.createTopic("letters", partitions: 2)
    }

    func producer(_ properties: [String: String] = [:]) throws -> KafkaProducer {
        try KafkaProducer(properties: properties.merging(["bootstrap.servers": cluster.bootstrapServers]) { $1 })
    }

    func reports(of producer: KafkaProducer, _ count: Int) async -> [DeliveryReport] {
        var reports: [DeliveryReport] = []
        for await batch in producer.reports {
            reports += batch
            if reports.count >= count { break }
        }
        return reports
    }

    @Test func `every record is reported under its ticket`() async throws {
        let producer = try producer()
        #expect(producer.publish(numbered(0..<1_000, topic: "letters")) == [])
        let reports = await reports(of: producer, 1_000)
        #expect(Set(reports.map(\.ticket)) == Set(0..<1_000))
        #expect(reports.allSatisfy { $0.error == nil })
        #expect(await producer.flush(within: .seconds(5)) == 0)
    }

    @Test func `a passing refusal of the broker is retried before the report`() async throws {
        cluster.push([.notEnoughReplicas, .transport], to: .produce)
        let producer = try producer()
        #expect(producer.publish(numbered(0..<1, topic: "letters")) == [])
        #expect(await reports(of: producer, 1) == [DeliveryReport(ticket: 0, error: nil)])
    }

    @Test func `a final refusal of the broker is in the report`() async throws {
        cluster.push([.topicAuthorizationFailed], to: .produce)
        let producer = try producer()
        #expect(producer.publish(numbered(0..<1, topic: "letters")) == [])
        let reports = await reports(of: producer, 1)
        #expect(reports.map(\.error?.code) == [.topicAuthorizationFailed])
        #expect(reports.map(\.error?.isRetriable) == [false])
    }

    @Test func `a record too large is refused at once`() throws {
        let producer = try producer(["message.max.bytes": "2000"])
        let large = ProducerRecord(
            ticket: 7,
            topic: "letters",
            key: nil,
            value: Array(repeating: 0, count: 3_000),
            headers: [KafkaHeader("dlq.reason", "x")]
        )
        let refused = producer.publish(numbered(0..<1, topic: "letters") + [large])
        #expect(refused.map(\.ticket) == [7])
        #expect(refused.map(\.error?.code) == [.messageTooLarge])
        #expect(refused.map(\.error?.isRetriable) == [false])
    }

    @Test func `a full queue refuses at once what it has no room for`() throws {
        let producer = try producer(["queue.buffering.max.messages": "10", "linger.ms": "5000"])
        let refused = producer.publish(numbered(0..<15, topic: "letters"))
        #expect(refused.map(\.ticket) == [10, 11, 12, 13, 14])
        #expect(refused.allSatisfy { $0.error?.code == .queueFull && $0.error?.isRetriable == true })
    }

    @Test func `a topic that does not exist is in the report`() async throws {
        cluster.setError(.unknownTopicOrPartition, ofTopic: "nowhere")
        let producer = try producer(["topic.metadata.propagation.max.ms": "200", "message.timeout.ms": "3000"])
        #expect(producer.publish(numbered(0..<1, topic: "nowhere")) == [])
        let error = await reports(of: producer, 1).first?.error
        #expect(error?.code == .unknownTopicOrPartition)
        #expect(error?.isRetriable == true)
    }

    @Test func `with the brokers gone, records time out and the client says so`() async throws {
        try cluster.setDown()
        let producer = try producer(["message.timeout.ms": "1500"])
        #expect(producer.publish(numbered(0..<1, topic: "letters")) == [])
        #expect(await producer.flush(within: .milliseconds(100)) == 1)
        #expect(await reports(of: producer, 1).map(\.error?.code) == [.messageTimedOut])
        let down = await producer.diagnostics.first { diagnostic in
            if case .failure(let error) = diagnostic { error.code == .allBrokersDown } else { false }
        }
        #expect(down != nil)
    }

    @Test func `after a fatal error the new client writes what the old one gave up`() async throws {
        let producer = try producer()
        #expect(producer.publish(numbered(0..<1, topic: "letters")) == [])
        #expect(await reports(of: producer, 1) == [DeliveryReport(ticket: 0, error: nil)])
        cluster.push(Array(repeating: .notEnoughReplicas, count: 20) + [.outOfOrderSequenceNumber], to: .produce)
        #expect(producer.publish(numbered(1..<100, topic: "letters")) == [])
        let failure = await producer.diagnostics.first { diagnostic in
            if case .failure(let error) = diagnostic { error.isFatal } else { false }
        }
        #expect(failure != nil)
        let refused = producer.publish(numbered(100..<101, topic: "letters"))
        #expect(refused.map(\.error?.isFatal) == [true])
        producer.renew()
        let old = await reports(of: producer, 99)
        #expect(Set(old.map(\.ticket)) == Set(1..<100))
        #expect(old.contains { $0.error != nil })
        #expect(producer.publish(numbered(1..<100, topic: "letters")) == [])
        #expect(await reports(of: producer, 99).allSatisfy { $0.error == nil })
    }

    @Test func `a producer that may not begin fails for good, and a new one begins when it may`() async throws {
        cluster.push([KafkaErrorCode(rawValue: 31)], to: .initProducerID)
        let producer = try producer()
        let failure = await producer.diagnostics.first { diagnostic in
            if case .failure(let error) = diagnostic { error.isFatal } else { false }
        }
        #expect(failure != nil)
        producer.renew()
        #expect(producer.publish(numbered(0..<1, topic: "letters")) == [])
        #expect(await reports(of: producer, 1) == [DeliveryReport(ticket: 0, error: nil)])
    }

    @Test func `the streams end with the producer`() async throws {
        let reports = try producer().reports
        for await _ in reports {}
    }
}
