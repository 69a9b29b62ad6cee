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

    @Test func `a broker that is not there is an error within the limit`() async throws {
        let administration = try TopicAdministration(properties: ["bootstrap.servers": "127.0.0.1:\(freePort())"])
        let error = await #expect(throws: KafkaError.self) {
            try await administration.brokerCount(within: .milliseconds(500))
        }
        #expect(error?.isRetriable == true)
    }
}
