package import Kafka

/// Whatever answers as a Kafka cluster while a test runs.
package protocol TestBroker: Sendable {
    /// What it is, in a word, for reports.
    var name: String { get }
    /// What goes into `bootstrap.servers`.
    var bootstrapServers: String { get }
    /// Further properties that its clients need.
    var properties: [String: String] { get }
    /// Makes a topic with a name of its own that begins with the given words, and returns the name.
    func createTopic(_ words: String, partitions: Int) async throws -> String
}

extension TestBroker {
    package var properties: [String: String] { [:] }

    /// A name that begins with the given words and is used nowhere else.
    package func uniqueName(_ words: String) -> String {
        words + "-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    package func createTopic(_ words: String, partitions: Int) async throws -> String {
        let name = uniqueName(words)
        try await administration().create(name, partitions: partitions, within: .seconds(30))
        return name
    }

    /// Asks this broker about topics.
    package func administration() throws(KafkaError) -> TopicAdministration {
        try TopicAdministration(properties: ["bootstrap.servers": bootstrapServers])
    }
}

/// librdkafka's imitation of a cluster: it evicts dead members, hands commit metadata back, fails on command, and refuses
/// commits while a group rebalances.
package struct MockBroker: TestBroker {
    package let cluster: MockCluster
    package let name = "mock cluster"
    /// It takes records whatever their sequence.
    ///
    /// Of several requests under way it would refuse one and take the next, and librdkafka rightly believes of a broker that
    /// took the next that it had taken the one before: the record is lost.
    package let properties = ["max.in.flight.requests.per.connection": "1"]

    package init() throws(KafkaError) {
        cluster = try MockCluster()
    }

    package var bootstrapServers: String { cluster.bootstrapServers }

    package func createTopic(_ words: String, partitions: Int) throws(KafkaError) -> String {
        let name = uniqueName(words)
        try cluster.createTopic(name, partitions: partitions)
        return name
    }
}
