import Configuration
import Kafka

/// The dead-letter topic of a configuration, and how it is reached.
struct DeadLetterTopic: Sendable {
    let kafka: WorkerConfiguration.Kafka
    let properties: [String: String]
    private let document: ConfigurationDocument

    /// Apps and their keys are not looked at: nothing is sent to Apple.
    init(configuration file: String) throws(ConfigurationFaults) {
        let loaded = try WorkerConfiguration.load(path: file)
        kafka = loaded.configuration.kafka
        document = loaded.document
        var properties = Dictionary(kafka.properties.map { ($0.name, $0.value) }) { $1 }
        // It names a member of the workers' group.
        properties["group.instance.id"] = nil
        self.properties = properties
    }

    /// A reader with the positions of replays; who only reads leaves nothing behind.
    func reader(onlyPartition: Int32? = nil) throws(ConfigurationFaults) -> LetterReader {
        try document.checked { () throws(KafkaError) in
            try LetterReader(
                kafka.deadLetterTopic,
                properties: properties,
                groupID: "\(kafka.groupID)-dead-letters-replay",
                onlyPartition: onlyPartition
            )
        }
    }

    /// Writes to the event topic.
    func producer() throws(ConfigurationFaults) -> ConfirmingProducer {
        try document.checked { () throws(KafkaError) in try ConfirmingProducer(properties: properties) }
    }
}
