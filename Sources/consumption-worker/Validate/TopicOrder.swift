import Configuration
import Flow
import Kafka

/// Which records of a topic are to be validated.
struct TopicOrder: Equatable, Sendable {
    let topic: String
    let start: ReadingStart
    /// The most records, of all partitions together.
    let limit: Int

    static let options = [topic, from, limit]

    private static let topic = Option(
        name: "--topic",
        value: "NAME",
        isRequired: false,
        about: "The records of this topic, of all partitions; needs --config"
    )
    private static let from = Option(
        name: "--from",
        value: "PLACE",
        isRequired: false,
        about: "earliest (default), latest, an offset, or a time such as 2h or 2026-11-30T12:00:00Z"
    )
    private static let limit = Option(
        name: "--limit",
        value: "N",
        isRequired: false,
        about: "At most so many records"
    )

    /// Nil when no topic is meant.
    ///
    /// - Parameter now: Spans of time count back from it.
    init?(_ arguments: Arguments, now: UnixTime) throws(UsageError) {
        guard let topic = arguments[Self.topic] else {
            if let option = [Self.from, Self.limit].first(where: { arguments[$0] != nil }) {
                throw UsageError("\(option.name) goes with --topic")
            }
            return nil
        }
        self.topic = topic
        start = try arguments[Self.from].map { text throws(UsageError) in try Self.start(text, now) } ?? .beginning
        limit = try arguments.count(Self.limit) ?? .max
    }

    private static func start(_ text: String, _ now: UnixTime) throws(UsageError) -> ReadingStart {
        switch text {
        case "earliest": return .beginning
        case "latest": return .end
        default: break
        }
        // What is longer is UNIX milliseconds.
        if text.utf8.count <= 10, let offset = Int64(text), offset >= 0 { return .offset(offset) }
        guard let time = LetterTime.parse(text, now: now) else {
            throw UsageError(
                "--from \(text) is none of earliest, latest, an offset, or a time such as 2h or 2026-11-30"
            )
        }
        return .time(time)
    }
}

extension TopicOrder {
    /// A reader of the topic on the brokers of a configuration.
    ///
    /// - Throws: The property that librdkafka refuses.
    func reader(_ loaded: LoadedConfiguration) throws(ConfigurationFaults) -> LetterReader {
        let kafka = loaded.configuration.kafka
        var properties = Dictionary(kafka.properties.map { ($0.name, $0.value) }) { $1 }
        // It names a member of the workers' group.
        properties["group.instance.id"] = nil
        let own = properties
        return try loaded.document.checked { () throws(KafkaError) in
            // librdkafka wants a group, though nothing is asked of it.
            try LetterReader(topic, properties: own, groupID: kafka.groupID)
        }
    }
}
