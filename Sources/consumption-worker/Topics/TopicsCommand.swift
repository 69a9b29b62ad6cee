import Configuration
import Kafka

/// Makes the topics that a configuration needs, or says what is wrong with those that are there.
struct TopicsCommand: Command {
    static let name = "topics"
    static let help = CommandHelp(
        summary: "Make the topics that a configuration needs, and check those that are there",
        about: """
            Makes each topic of the configuration that is missing, and checks the others: as many partitions as the
            event topic where that matters, retention, cleanup policy, size limits. A topic that is there is never
            changed. The user needs the rights to create topics and to describe them and their configuration.
            """,
        options: [.config, partitions, replicas, dryRun],
        exitCodes: [
            (.done, "Every topic is as it should be"),
            (.answerIsNo, "A topic is not as it should be; with --dry-run also: one is missing"),
            (.unavailable, "The broker is not reachable, or did not make a topic"),
            (.refused, "Refused by the broker"),
            (.wrongConfiguration, "Faults in the configuration"),
        ],
        example: "consumption-worker topics --config config/worker.yaml --partitions 12 --dry-run"
    )

    private static let partitions = Option(
        name: "--partitions",
        value: "N",
        isRequired: false,
        about: "Of an event topic that is made: at least as many as workers; 12 unless given"
    )
    private static let replicas = Option(
        name: "--replicas",
        value: "N",
        isRequired: false,
        about: "Of each topic that is made: 3, or one for each broker where there are fewer"
    )
    private static let dryRun = Option(
        name: "--dry-run",
        value: nil,
        isRequired: false,
        about: "Only show what would be made"
    )

    private let file: String
    private let partitions: Int
    private let replicas: Int?
    private let isDryRun: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        file = try arguments.require(.config)
        partitions = try Self.count(Self.partitions, arguments, upTo: 10_000) ?? 12
        replicas = try Self.count(Self.replicas, arguments, upTo: 100)
        isDryRun = arguments.has(Self.dryRun)
    }

    func run() async throws -> ExitCode {
        let loaded = try WorkerConfiguration.load(path: file)
        let cluster = try TopicCluster(loaded, replicas: replicas, isDryRun: isDryRun)
        do {
            return try await settle(loaded.configuration, on: cluster) ? .done : .answerIsNo
        } catch let error as KafkaError {
            StandardStream.complain("\(error)")
            return error.isRefusal ? .refused : .unavailable
        }
    }

    /// Goes through the topics, the event topic first; says whether each is as it should be.
    private func settle(_ configuration: WorkerConfiguration, on cluster: TopicCluster) async throws -> Bool {
        let events = try await cluster.find(configuration.kafka.topic)
        let plan = TopicPlan(configuration, partitions: events?.partitions ?? partitions)
        var isRight = true
        for topic in plan.wanted {
            if let found = try await cluster.find(topic.name) {
                let faults = plan.faults(of: found, as: topic, beside: events ?? found)
                try say(topic, faults.isEmpty ? ["as it should be, \(found.partitions) partitions"] : faults)
                isRight = isRight && faults.isEmpty
            } else {
                try say(topic, [await cluster.make(topic)])
                isRight = isRight && !isDryRun
            }
        }
        return isRight
    }

    private func say(_ topic: WantedTopic, _ sentences: [String]) throws {
        for sentence in sentences { try StandardStream.output.writeLine("\(topic.name): \(sentence)") }
    }

    private static func count(
        _ option: Option,
        _ arguments: Arguments,
        upTo most: Int
    ) throws(UsageError) -> Int? {
        guard let text = arguments[option] else { return nil }
        guard let count = Int(text), (1...most).contains(count) else {
            throw UsageError("\(option.name) takes a number from 1 to \(most), not \"\(text)\"")
        }
        return count
    }
}
