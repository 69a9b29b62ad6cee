import Kafka
import TestSupport
import Testing

/// What a consumer learns by asking the brokers, where nothing would come by itself.
@Suite(.timeLimit(.minutes(3)), .serialized) struct BrokerCheckTests {
    private static func check(_ consumer: KafkaConsumer, _ partitions: [TopicPartition] = []) async -> BrokerCheck? {
        consumer.check(partitions)
        return await consumer.checks.first { _ in true }
    }

    private func consumer(_ servers: String, _ topic: String) throws -> KafkaConsumer {
        try KafkaConsumer(properties: ["bootstrap.servers": servers], topics: [topic], groupID: "workers")
    }

    @Test func `R54 a mock cluster tells the ends of what is assigned, and what becomes of the topic`() async throws {
        let cluster = try MockCluster()
        try cluster.createTopic("events", partitions: 2)
        let consumer = try consumer(cluster.bootstrapServers, "events")
        #expect(await Self.check(consumer) == BrokerCheck())
        _ = await assignment(of: consumer)
        _ = try await write(numbered(0..<5, topic: "events", partition: 1), to: cluster.bootstrapServers)
        let ends = [
            TopicPartition(topic: "events", partition: 0): Int64(0), TopicPartition(topic: "events", partition: 1): 5,
        ]
        #expect(await Self.check(consumer, Array(ends.keys)) == BrokerCheck(endOffsets: ends))
        cluster.setError(.topicAuthorizationFailed, ofTopic: "events")
        #expect(await Self.check(consumer)?.error?.code == .topicAuthorizationFailed)
        cluster.setError(.unknownTopicOrPartition, ofTopic: "events")
        #expect(await Self.check(consumer)?.error?.code == .unknownTopicOrPartition)
        cluster.setError(nil, ofTopic: "events")
        #expect(await Self.check(consumer)?.error == nil)
        try cluster.setDown()
        #expect(await Self.check(consumer)?.error?.code.isSilence == true)
    }

    @Test func `a broker tells the same`() async throws {
        let broker = try await BrokerProcess()
        let missing = try consumer(broker.bootstrapServers, "missing-topic")
        #expect(await Self.check(missing)?.error?.code == .unknownTopicOrPartition)
        let topic = try await broker.createTopic("events", partitions: 1)
        let consumer = try consumer(broker.bootstrapServers, topic)
        _ = await assignment(of: consumer)
        _ = try await write(numbered(0..<5, topic: topic), to: broker.bootstrapServers)
        let ends = [TopicPartition(topic: topic, partition: 0): Int64(5)]
        #expect(await Self.check(consumer, Array(ends.keys)) == BrokerCheck(endOffsets: ends))
    }
}
