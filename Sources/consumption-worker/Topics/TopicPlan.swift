import Configuration

/// Says which topics a configuration needs, and what is wrong with those that are there.
struct TopicPlan {
    /// The event topic first.
    let wanted: [WantedTopic]
    private let window: Duration
    private let largestRecord: Int64

    /// What the worker adds to a record that it files or parks: its headers, among them a message of 1 KiB.
    private static let headerRoom: Int64 = 65_536
    /// librdkafka's own.
    private static let defaultLargestRecord: Int64 = 1_000_000

    /// - Parameter partitions: Of the event topic; the others get as many.
    init(_ configuration: WorkerConfiguration, partitions: Int) {
        let kafka = configuration.kafka
        let topics: [(String?, WantedTopic.Role)] = [
            (kafka.topic, .events), (kafka.deadLetterTopic, .deadLetters), (kafka.outcomeTopic, .outcomes),
            (kafka.deferredTopic, .deferred),
        ]
        wanted = topics.compactMap { name, role in
            name.map { WantedTopic(name: $0, role: role, partitions: partitions) }
        }
        window = configuration.submission.deadline.window
        let written = kafka.properties.last { $0.name == "message.max.bytes" }.flatMap { Int64($0.value) }
        largestRecord = written ?? Self.defaultLargestRecord
    }

    /// What is wrong with a topic that is there, each with what would be right.
    ///
    /// - Parameter events: The event topic as it is or will be, which the others must fit.
    func faults(of found: FoundTopic, as topic: WantedTopic, beside events: FoundTopic) -> [String] {
        let checks = [partitions(found, topic), cleanup(found, topic), retention(found, topic)]
        return (checks + [size(found, topic), recordSize(found, topic), batchSize(found, topic, events)])
            .compactMap { $0 }
    }

    private func partitions(_ found: FoundTopic, _ topic: WantedTopic) -> String? {
        guard [.outcomes, .deferred].contains(topic.role), found.partitions != topic.partitions else { return nil }
        return """
            has \(found.partitions) partitions, and the event topic \(topic.partitions): make it anew with as many, since a \
            record goes to the partition with the same number
            """
    }

    private func cleanup(_ found: FoundTopic, _ topic: WantedTopic) -> String? {
        guard topic.role != .outcomes, let policy = found.settings["cleanup.policy"], policy != "delete" else {
            return nil
        }
        return "cleanup.policy is \(policy), which may remove records that were never read: set it to delete"
    }

    private func retention(_ found: FoundTopic, _ topic: WantedTopic) -> String? {
        let shortest = window.components.seconds * 1000
        guard topic.role != .outcomes, let retention = found.number("retention.ms"), retention >= 0,
            retention <= shortest
        else { return nil }
        return """
            retention.ms is \(retention), not longer than the \(shortest) in which the App Store takes an answer: set it to \
            \(topic.settings(replicas: 1)["retention.ms"] ?? "-1")
            """
    }

    private func size(_ found: FoundTopic, _ topic: WantedTopic) -> String? {
        guard [.events, .deferred].contains(topic.role), let size = found.number("retention.bytes"), size >= 0 else {
            return nil
        }
        return "retention.bytes is \(size), which may remove records that were never read: set it to -1"
    }

    private func recordSize(_ found: FoundTopic, _ topic: WantedTopic) -> String? {
        guard topic.role == .events, let largest = found.number("max.message.bytes"),
            largestRecord < largest + Self.headerRoom
        else { return nil }
        return """
            max.message.bytes is \(largest), and a record of that size cannot be filed as a dead letter: set \
            kafka.properties.message.max.bytes of the worker, now \(largestRecord), to \(largest + Self.headerRoom) or more
            """
    }

    private func batchSize(_ found: FoundTopic, _ topic: WantedTopic, _ events: FoundTopic) -> String? {
        guard [.deadLetters, .deferred].contains(topic.role), let limit = found.number("max.message.bytes"),
            let largest = events.number("max.message.bytes"), limit < largest + Self.headerRoom
        else { return nil }
        return """
            max.message.bytes is \(limit), and a record as large as the event topic takes, with its headers, would be \
            refused: set it to \(max(largest + Self.headerRoom, 2_097_152))
            """
    }
}
