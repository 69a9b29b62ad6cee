package import AppStoreServer
package import Kafka

extension KafkaConsumer: RecordSource {
    package func close(within limit: Duration) -> Bool {
        close(committing: [], within: limit).hasLeftGroup
    }
}

extension KafkaProducer: RecordSink {}

extension AppStoreClient: Submitter {}
