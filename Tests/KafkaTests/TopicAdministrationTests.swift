import Kafka
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct TopicAdministrationTests {
    @Test func `a topic is made with its partitions, once`() async throws {
        let broker = try await BrokerProcess()
        let administration = try broker.administration()
        let topic = try await broker.createTopic("made", partitions: 6)
        #expect(try await administration.partitionCount(of: topic, within: .seconds(20)) == 6)
        #expect(try await administration.brokerCount(within: .seconds(20)) >= 1)
        let again = await #expect(throws: KafkaError.self) {
            try await administration.create(topic, partitions: 6, within: .seconds(20))
        }
        #expect(again?.code == .topicAlreadyExists)
        let unknown = await #expect(throws: KafkaError.self) {
            try await administration.partitionCount(of: broker.uniqueName("none"), within: .seconds(20))
        }
        #expect(unknown?.code == .unknownTopicOrPartition)
    }

    @Test func `a topic has the settings that it was made with, and the cluster's others`() async throws {
        let broker = try await BrokerProcess()
        let administration = try broker.administration()
        let topic = broker.uniqueName("settings")
        let given = ["cleanup.policy": "compact", "retention.ms": "86400000"]
        try await administration.create(topic, partitions: 1, settings: given, within: .seconds(20))
        let found = try await administration.settings(of: topic, within: .seconds(20))
        #expect(given.allSatisfy { found[$0.key] == $0.value })
        #expect(found["max.message.bytes"] != nil)
        let refused = await #expect(throws: KafkaError.self) {
            try await administration.create("\(topic)-2", partitions: 1, settings: ["none": "1"], within: .seconds(20))
        }
        #expect(refused?.code.description == "INVALID_CONFIG")
    }

    @Test func `a broker that is not there is an error within the limit`() async throws {
        let administration = try TopicAdministration(properties: ["bootstrap.servers": "127.0.0.1:\(freePort())"])
        let error = await #expect(throws: KafkaError.self) {
            try await administration.brokerCount(within: .milliseconds(500))
        }
        #expect(error?.isRetriable == true)
    }
}
