import Kafka
import Testing

@Suite(.timeLimit(.minutes(3))) struct ConsumerCloseTests {
    let cluster: MockCluster
    let consumer: KafkaConsumer
    let entry = CommitEntry(topicPartition: TopicPartition(topic: "events", partition: 0), nextOffset: 3)

    init() throws {
        cluster = try MockCluster()
        try cluster.createTopic("events", partitions: 2)
        let properties = ["bootstrap.servers": cluster.bootstrapServers, "session.timeout.ms": "6000"]
        consumer = try KafkaConsumer(properties: properties, topics: ["events"], groupID: "workers")
    }

    @Test func `the group is left before there was any assignment`() async {
        #expect(await consumer.close(within: .seconds(10)).hasLeftGroup)
    }

    @Test func `R27 the group is left although the last commit fails`() async {
        _ = await assignment(of: consumer)
        cluster.push(Array(repeating: .groupAuthorizationFailed, count: 5), to: .offsetCommit)
        let departure = await consumer.close(committing: [entry], within: .seconds(10))
        #expect(departure.events.committed.map(\.error?.code) == [.groupAuthorizationFailed])
        #expect(departure.hasLeftGroup)
    }

    @Test func `R26 a close with the brokers gone is over within its limit`() async throws {
        _ = await assignment(of: consumer)
        try cluster.setDown()
        _ = await turns(of: consumer) { $0.failures.contains { $0.code == .allBrokersDown } }
        let elapsed = await ContinuousClock().measure {
            _ = await consumer.close(committing: [entry], within: .seconds(4))
        }
        #expect(elapsed < .seconds(20))
    }

    @Test func `all brokers down is not fatal`() async throws {
        _ = await assignment(of: consumer)
        try cluster.setDown()
        let events = await turns(of: consumer) { $0.failures.contains { $0.code == .allBrokersDown } }
        #expect(events.failures.allSatisfy { !$0.isFatal })
    }

    @Test func `a closed consumer has nothing more to tell`() async {
        _ = await consumer.close(within: .seconds(10))
        #expect(await consumer.turn(ConsumerTurn(timeout: .seconds(60), maximumEvents: 10)).isEmpty)
    }
}
