extension WorkerConfiguration {
    /// Which topics the worker reads and writes, and how it reaches the cluster.
    package struct Kafka: Equatable, Sendable {
        /// What to do when the group's position is no longer in the topic.
        package enum OnPositionLost: String, CaseIterable, Sendable {
            /// Stop and show it: a person decides.
            case stop
            /// Go on at the oldest record that is left.
            case earliest
        }

        /// One property of librdkafka, passed on as it is.
        package struct Property: Equatable, Sendable {
            package let name: String
            package let value: String
        }

        /// The topic of consumption events.
        package var topic = "consumption-events"
        /// The consumer group; all workers of one group share the topic's partitions.
        package var groupID = "consumption-worker"
        /// Where records go that will not be sent.
        package var deadLetterTopic = "consumption-events-dead-letter"
        /// Where one record per finished event goes; nil turns it off.
        package var outcomeTopic: String?
        /// Where the records of a paused app wait for it; nil turns it off.
        package var deferredTopic: String?
        /// How long a revoke waits for what is in flight, 0 to 5 minutes, less than `session.timeout.ms`.
        ///
        /// When the file does not say it: 10 s, or half of a session time-out that is shorter than 20 s.
        package var revokeDrain: Duration = .seconds(10)
        package var onPositionLost = OnPositionLost.stop
        /// In the order of the file; `bootstrap.servers` is among them.
        package var properties: [Property] = []
    }
}

extension WorkerConfiguration.Kafka {
    mutating func read(_ section: inout Section) {
        section.read("topic", into: &topic, as: .topic)
        section.read("groupId", into: &groupID, as: .text("the name of a consumer group"))
        section.read("deadLetterTopic", into: &deadLetterTopic, as: .topic)
        section.read("outcomeTopic", into: &outcomeTopic, as: .topic)
        section.read("deferredTopic", into: &deferredTopic, as: .topic)
        section.read("revokeDrain", into: &revokeDrain, as: .duration(.zero ... .seconds(300)))
        section.read("onPositionLost", into: &onPositionLost, as: .choice)
        section.section("properties") { readProperties(&$0) }
        checkTopics(&section)
        fitRevokeDrain(&section)
    }

    private mutating func readProperties(_ section: inout Section) {
        for name in section.keys {
            if let refusal = KafkaPropertyRule.refusal(of: name) {
                section.refuse(name, refusal)
            } else if let value = section.value(name, as: KafkaPropertyRule.reading(of: name)) {
                properties.append(Property(name: name, value: value))
            }
        }
        if !section.has("bootstrap.servers") {
            section.reportMissing("bootstrap.servers", expected: KafkaPropertyRule.brokers.expected)
        }
    }

    /// A topic that is read must not be one that is written: its records would go round for ever.
    private func checkTopics(_ section: inout Section) {
        let topics = [
            ("topic", topic), ("deadLetterTopic", deadLetterTopic), ("outcomeTopic", outcomeTopic),
            ("deferredTopic", deferredTopic),
        ]
        for (index, (key, name)) in topics.enumerated() {
            guard let name, let same = topics[..<index].first(where: { $0.1 == name }) else { continue }
            section.report(key, Complaint("is the same topic as \(same.0)", "Give each its own"))
        }
    }

    /// The broker drops a member that drains for longer than the session time-out.
    private mutating func fitRevokeDrain(_ section: inout Section) {
        // librdkafka's own default is 45 s; what is no number of milliseconds, librdkafka itself will refuse.
        let written = properties.last { $0.name == "session.timeout.ms" }.flatMap { UInt32($0.value) }
        let session = Duration.milliseconds(written ?? 45_000)
        if !section.has("revokeDrain") {
            revokeDrain = min(revokeDrain, session / 2)
        } else if section.isSound("revokeDrain"), revokeDrain >= session {
            let remedy = "Write less than its \(session.written)"
            section.report("revokeDrain", Complaint("is not shorter than session.timeout.ms", remedy))
        }
    }
}
