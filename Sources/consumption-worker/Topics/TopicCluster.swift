import Configuration
import Kafka

/// The cluster that a configuration names, asked for its topics.
struct TopicCluster: Sendable {
    private let administration: TopicAdministration
    private let replicas: Int?
    private let isDryRun: Bool

    /// For one answer of the cluster's.
    private static let limit: Duration = .seconds(20)

    /// - Parameter replicas: Of topics that are made; nil for 3, or one for each broker where there are fewer.
    /// - Throws: The property that librdkafka refuses.
    init(_ loaded: LoadedConfiguration, replicas: Int?, isDryRun: Bool) throws(ConfigurationFaults) {
        let properties = loaded.configuration.kafka.properties
        administration = try loaded.document.checked { () throws(KafkaError) in
            try TopicAdministration(properties: Dictionary(properties.map { ($0.name, $0.value) }) { $1 })
        }
        (self.replicas, self.isDryRun) = (replicas, isDryRun)
    }

    /// The topic as it is; nil when there is none.
    func find(_ topic: String) async throws(KafkaError) -> FoundTopic? {
        do {
            return FoundTopic(
                partitions: try await administration.partitionCount(of: topic, within: Self.limit),
                settings: try await administration.settings(of: topic, within: Self.limit)
            )
        } catch  where [.unknownTopicOrPartition, .unknownTopic].contains(error.code) {
            return nil
        }
    }

    /// How many brokers there are; gives up as soon as it is known why none answers.
    func brokerCount() async throws(KafkaError) -> Int {
        let end = ContinuousClock.now + .seconds(10)
        while true {
            do {
                return try await administration.brokerCount(within: .seconds(1))
            } catch  where error.code == .timedOut && ContinuousClock.now < end {
                continue
            }
        }
    }

    /// How many partitions the topic has; nil when there is none.
    func partitionCount(of topic: String) async throws(KafkaError) -> Int? {
        do {
            return try await administration.partitionCount(of: topic, within: Self.limit)
        } catch  where [.unknownTopicOrPartition, .unknownTopic].contains(error.code) {
            return nil
        }
    }

    /// What holds for the topic; to be seen it takes a right that a worker does without.
    func settings(of topic: String) async throws(KafkaError) -> [String: String] {
        try await administration.settings(of: topic, within: .seconds(3))
    }

    /// Makes the topic, unless that is only to be shown; says what was done.
    func make(_ topic: WantedTopic) async throws(KafkaError) -> String {
        var replicas = replicas ?? 3
        if self.replicas == nil { replicas = min(3, try await administration.brokerCount(within: Self.limit)) }
        let settings = topic.settings(replicas: replicas)
        if !isDryRun {
            try await administration.create(
                topic.name,
                partitions: topic.partitions,
                replicas: replicas,
                settings: settings,
                within: Self.limit
            )
        }
        let words = settings.sorted(by: <).map { "\($0)=\($1)" }.joined(separator: ", ")
        let verb = isDryRun ? "would be made" : "made"
        return "\(verb) with \(topic.partitions) partitions, replication factor \(replicas), \(words)"
    }
}
