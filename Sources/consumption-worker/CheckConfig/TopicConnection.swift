import Kafka

/// Looks at one topic of a configuration after another, the event topic first.
struct TopicConnection {
    let cluster: TopicCluster
    let plan: TopicPlan
    /// The event topic, which the others must fit.
    private var events = FoundTopic(partitions: 0, settings: [:])
    /// Why settings can't be seen: it takes a right that a worker does without, and who has been refused does not ask again.
    private var hindrance: KafkaError?

    init(_ cluster: TopicCluster, _ plan: TopicPlan) {
        (self.cluster, self.plan) = (cluster, plan)
    }

    mutating func look(at topic: WantedTopic) async -> [ConnectionFinding] {
        let subject = "kafka, topic \(topic.name)"
        do throws(KafkaError) {
            guard let found = try await find(topic.name) else {
                return [.init(state: .wrong, subject: subject, text: "there is none; `topics` makes it")]
            }
            if topic.role == .events { events = found }
            let faults = plan.faults(of: found, as: topic, beside: events)
            guard faults.isEmpty else { return faults.map { .init(state: .wrong, subject: subject, text: $0) } }
            let unseen = hindrance.map { "; what holds for it can't be seen: \($0.reason)" } ?? ""
            return [.init(state: .good, subject: subject, text: "\(found.partitions) partitions\(unseen)")]
        } catch {
            return [.refusal(of: subject, error)]
        }
    }

    /// The topic as far as it can be seen; nil when there is none.
    private mutating func find(_ topic: String) async throws(KafkaError) -> FoundTopic? {
        guard let partitions = try await cluster.partitionCount(of: topic) else { return nil }
        do throws(KafkaError) {
            if hindrance == nil {
                return FoundTopic(partitions: partitions, settings: try await cluster.settings(of: topic))
            }
        } catch {
            hindrance = error
        }
        return FoundTopic(partitions: partitions, settings: [:])
    }
}
