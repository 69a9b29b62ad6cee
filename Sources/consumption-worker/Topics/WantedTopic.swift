/// A topic as the worker needs it: what it is made with.
struct WantedTopic: Equatable, Sendable {
    /// What the worker does with it.
    enum Role: Sendable { case events, deadLetters, outcomes, deferred }

    let name: String
    let role: Role
    let partitions: Int

    /// What it is made with, by Kafka's names.
    func settings(replicas: Int) -> [String: String] {
        var settings = [
            "cleanup.policy": "delete", "retention.ms": "\(retention.components.seconds * 1000)",
            "max.message.bytes": "\(largestBatch)",
        ]
        // A record counts as written when two have it, so that one broker may go.
        if replicas >= 3 { settings["min.insync.replicas"] = "2" }
        return settings
    }

    /// Long enough for a weekend without workers; what people look at stays for a month.
    private var retention: Duration {
        switch role {
        case .events: .seconds(7 * 86_400)
        case .deadLetters, .outcomes: .seconds(30 * 86_400)
        case .deferred: .seconds(86_400)
        }
    }

    /// Kafka's own default for what producers write, and room for more headers on where the worker puts it.
    private var largestBatch: Int { role == .events ? 1_048_588 : 2_097_152 }
}

/// A topic as the cluster has it.
struct FoundTopic: Equatable, Sendable {
    let partitions: Int
    /// By Kafka's names, the cluster's defaults included.
    let settings: [String: String]

    /// A setting that is a number; nil for what is none.
    func number(_ name: String) -> Int64? { settings[name].flatMap { Int64($0) } }
}
