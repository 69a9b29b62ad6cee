import Configuration
import Kafka
import Worker

/// Asks the brokers for themselves, for the topics of a configuration and for its group, of which it does not become a member.
struct KafkaConnection: Sendable {
    private let cluster: TopicCluster
    private let group: GroupAccess
    private let configuration: WorkerConfiguration

    /// For one answer; the coordinator of a group that is new has to be made first.
    private static let limit: Duration = .seconds(10)

    init(_ loaded: LoadedConfiguration, _ setup: WorkerSetup) throws(ConfigurationFaults) {
        configuration = loaded.configuration
        cluster = try TopicCluster(loaded, replicas: nil, isDryRun: true)
        // It names a member of the workers' group.
        let properties = setup.properties.filter { $0.key != "group.instance.id" }
        let groupID = configuration.kafka.groupID
        group = try loaded.document.checked { () throws(KafkaError) in
            try GroupAccess(groupID: groupID, properties: properties)
        }
    }

    /// The brokers first; where none answers there is nothing more to ask.
    func look() async -> [ConnectionFinding] {
        do throws(KafkaError) {
            let count = try await cluster.brokerCount()
            let brokers = ConnectionFinding(
                state: .good,
                subject: "kafka",
                text: count == 1 ? "1 broker" : "\(count) brokers"
            )
            // What is the matter with the event topic is found when it is looked at.
            let partitions = (try? await cluster.partitionCount(of: configuration.kafka.topic)) ?? 1
            return await [brokers] + topics(partitions: partitions) + [group(partitions: partitions)]
        } catch {
            return [.refusal(of: "kafka", error)]
        }
    }

    private func topics(partitions: Int) async -> [ConnectionFinding] {
        var topics = TopicConnection(cluster, TopicPlan(configuration, partitions: partitions))
        var findings: [ConnectionFinding] = []
        for topic in topics.plan.wanted { findings += await topics.look(at: topic) }
        return findings
    }

    private func group(partitions: Int) async -> ConnectionFinding {
        let (kafka, subject) = (configuration.kafka, "kafka, group \(configuration.kafka.groupID)")
        do throws(KafkaError) {
            let count = try await group.positionCount(kafka.topic, partitions: partitions, within: Self.limit)
            let text = "may be used, as far as can be told without joining; it has \(count) of \(partitions) positions"
            return .init(state: .good, subject: subject, text: text)
        } catch {
            return .refusal(of: subject, error)
        }
    }
}
