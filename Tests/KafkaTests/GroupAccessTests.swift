import Kafka
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct GroupAccessTests {
    private let broker: MockBroker
    private let topic: String

    init() throws {
        broker = try MockBroker()
        topic = try broker.createTopic("events", partitions: 3)
    }

    private func access() throws -> GroupAccess {
        try GroupAccess(groupID: "group", properties: ["bootstrap.servers": broker.bootstrapServers])
    }

    @Test func `a group that is new has no positions, and may be used`() async throws {
        #expect(try await access().positionCount(topic, partitions: 3, within: .seconds(20)) == 0)
    }

    @Test func `a right that is missing is the reason, though only the search for the coordinator says so`()
        async throws
    {
        broker.cluster.push(Array(repeating: .groupAuthorizationFailed, count: 50), to: .findCoordinator)
        let error = await #expect(throws: KafkaError.self) {
            try await access().positionCount(topic, partitions: 3, within: .seconds(2))
        }
        #expect(error?.code == .groupAuthorizationFailed)
    }
}
