import Kafka

/// Writes one record after the other, each only after the one before is safe.
struct ConfirmingProducer {
    private let producer: KafkaProducer
    private var reports: AsyncStream<[DeliveryReport]>.Iterator

    /// - Throws: The property that librdkafka refuses.
    init(properties: [String: String]) throws(KafkaError) {
        // A person waits: a minute unless the configuration says otherwise, rather than librdkafka's five.
        producer = try KafkaProducer(properties: properties.merging(["message.timeout.ms": "60000"]) { own, _ in own })
        reports = producer.reports.makeAsyncIterator()
    }

    /// Returns when all in-sync replicas have the record.
    mutating func publish(_ record: ProducerRecord) async throws(LetterFailure) {
        var answers = producer.publish([record])
        while answers.isEmpty { answers = await reports.next() ?? [] }
        guard let error = answers.compactMap(\.error).first else { return }
        throw LetterFailure("\(record.topic): \(error)", error.isRefusal ? .refused : .unavailable)
    }
}
