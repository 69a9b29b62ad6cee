import Configuration
import Testing

@testable import consumption_worker

@Suite struct TopicPlanTests {
    private static func plan(_ more: String = "") throws -> TopicPlan {
        let text = """
            kafka:
              outcomeTopic: outcomes
              deferredTopic: deferred
              properties: { bootstrap.servers: "localhost:9092", message.max.bytes: 2000000 }
            appStore: { apps: [ { bundleId: com.example.a, issuerId: i, keyId: k, privateKeyFile: a.p8 } ] }
            \(more)
            """
        let loaded = try WorkerConfiguration.load(bytes: Array(text.utf8), path: "worker.yaml", environment: [:])
        return TopicPlan(loaded.configuration, partitions: 12)
    }

    private static func topic(_ role: WantedTopic.Role) throws -> WantedTopic {
        try #require(plan().wanted.first { $0.role == role })
    }

    /// The topic as the plan makes it, with one setting changed.
    private static func found(
        _ role: WantedTopic.Role,
        partitions: Int = 12,
        _ settings: [String: String] = [:]
    ) throws -> FoundTopic {
        FoundTopic(
            partitions: partitions,
            settings: try topic(role).settings(replicas: 3).merging(settings) { $1 }
        )
    }

    static let roles: [WantedTopic.Role] = [.events, .deadLetters, .outcomes, .deferred]

    @Test(arguments: roles)
    func `a topic as it is made is as it should be`(role: WantedTopic.Role) throws {
        let faults = try Self.plan().faults(of: Self.found(role), as: Self.topic(role), beside: Self.found(.events))
        #expect(faults == [])
    }

    static let wrong: [(WantedTopic.Role, Int, [String: String], String)] = [
        (.outcomes, 6, [:], "has 6 partitions, and the event topic 12"),
        (.deferred, 24, [:], "has 24 partitions, and the event topic 12"),
        (.events, 12, ["cleanup.policy": "compact"], "cleanup.policy is compact"),
        (.deadLetters, 12, ["cleanup.policy": "compact,delete"], "cleanup.policy is compact,delete"),
        (.deferred, 12, ["cleanup.policy": "compact"], "cleanup.policy is compact"),
        (.events, 12, ["retention.ms": "43200000"], "retention.ms is 43200000, not longer than the 43200000"),
        (.deferred, 12, ["retention.ms": "3600000"], "set it to 86400000"),
        (.events, 12, ["retention.bytes": "1073741824"], "retention.bytes is 1073741824"),
        (.events, 12, ["max.message.bytes": "1990000"], "now 2000000, to 2055536 or more"),
        (.deadLetters, 12, ["max.message.bytes": "1048588"], "max.message.bytes is 1048588"),
        (.deferred, 12, ["max.message.bytes": "1048588"], "set it to 2097152"),
    ]

    @Test(arguments: wrong)
    func `what is wrong is said, alone`(
        role: WantedTopic.Role,
        partitions: Int,
        settings: [String: String],
        words: String
    ) throws {
        let found = try Self.found(role, partitions: partitions, settings)
        let faults = try Self.plan().faults(of: found, as: Self.topic(role), beside: Self.found(.events))
        #expect(faults.count == 1)
        #expect(faults.first?.contains(words) == true, "\(faults)")
    }

    static let right: [(WantedTopic.Role, Int, [String: String])] = [
        (.deadLetters, 3, [:]), (.outcomes, 12, ["cleanup.policy": "compact,delete", "retention.ms": "1000"]),
        (.events, 12, ["retention.ms": "-1"]), (.events, 12, ["retention.bytes": "-1"]),
        (.deadLetters, 12, ["retention.bytes": "1000000"]),
    ]

    @Test(arguments: right)
    func `what harms nobody is left alone`(
        role: WantedTopic.Role,
        partitions: Int,
        settings: [String: String]
    ) throws {
        let found = try Self.found(role, partitions: partitions, settings)
        #expect(try Self.plan().faults(of: found, as: Self.topic(role), beside: Self.found(.events)) == [])
    }

    @Test func `a shorter window is satisfied with a shorter retention`() throws {
        let plan = try Self.plan("submission: { deadline: { window: 1h } }")
        let found = try Self.found(.events, ["retention.ms": "7200000"])
        #expect(plan.faults(of: found, as: try Self.topic(.events), beside: found) == [])
    }

    @Test func `two of three replicas must have a record, and one is enough where there are fewer`() throws {
        let topic = try Self.topic(.events)
        #expect(topic.settings(replicas: 3)["min.insync.replicas"] == "2")
        #expect(topic.settings(replicas: 1)["min.insync.replicas"] == nil)
    }

    @Test func `topics that the configuration leaves out are not wanted`() throws {
        let text = """
            kafka: { properties: { bootstrap.servers: "localhost:9092" } }
            appStore: { apps: [ { bundleId: com.example.a, issuerId: i, keyId: k, privateKeyFile: a.p8 } ] }
            """
        let loaded = try WorkerConfiguration.load(bytes: Array(text.utf8), path: "worker.yaml", environment: [:])
        let names = TopicPlan(loaded.configuration, partitions: 1).wanted.map(\.name)
        #expect(names == ["consumption-events", "consumption-events-dead-letter"])
    }
}
