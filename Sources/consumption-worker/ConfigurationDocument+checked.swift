import Configuration
import Kafka

extension ConfigurationDocument {
    /// Makes a client, and says where the configuration is wrong when librdkafka does not take its properties.
    func checked<Client>(_ make: () throws(KafkaError) -> Client) throws(ConfigurationFaults) -> Client {
        do {
            return try make()
        } catch {
            let path = ["kafka.properties", error.property].compactMap { $0 }.joined(separator: ".")
            throw ConfigurationFaults([fault(at: path, error.reason)])
        }
    }
}
