internal import CRdkafka
internal import Dispatch

/// Writes records, each exactly once in its partition and acknowledged by all in-sync replicas.
///
/// Its reports and diagnostics come from librdkafka's own thread. The client is freed when the last reference goes.
package final class KafkaProducer: @unchecked Sendable {  // Constants, and librdkafka's producer takes any thread.
    /// The outcome of every record that `publish` took, in batches; it ends with the producer.
    package let reports: AsyncStream<[DeliveryReport]>
    /// What the client has to say apart from that; the latest 256 are kept for a late reader.
    package let diagnostics: AsyncStream<ProducerDiagnostic>
    private let handle: ClientHandle

    /// Makes the client; throws the property that librdkafka refuses.
    ///
    /// A broker that cannot be reached is no error here, but a diagnostic.
    package init(properties: [String: String]) throws(KafkaError) {
        let configuration = try ClientProperties.producer.configuration(properties)
        configuration.deliver(RD_KAFKA_EVENT_DR, RD_KAFKA_EVENT_ERROR, RD_KAFKA_EVENT_LOG)
        let outlet = ProducerOutlet()
        (reports, diagnostics) = (outlet.reports.stream, outlet.diagnostics.stream)
        configuration.handInBackground(to: ProducerOutlet.receive, context: outlet)
        handle = try configuration.makeClient(RD_KAFKA_PRODUCER, keeping: outlet)
        // Without this only a poll of ours would get at the main queue.
        let main = rd_kafka_queue_get_main(handle.client)
        let background = rd_kafka_queue_get_background(handle.client)
        rd_kafka_queue_forward(main, background)
        try KafkaError.check(rd_kafka_set_log_queue(handle.client, background))
        rd_kafka_queue_destroy(background)
        rd_kafka_queue_destroy(main)
    }

    var client: OpaquePointer { handle.client }

    /// Hands records over, in order and without waiting, and returns those that were refused at once.
    ///
    /// That happens to a record that is too large, or when the queue is full. The others are reported on `reports`.
    package func publish(_ records: [ProducerRecord]) -> [DeliveryReport] {
        records.compactMap { record in
            publish(record).map { DeliveryReport(ticket: record.ticket, error: $0) }
        }
    }

    /// Waits until every record has its report, and returns how many have none at the end of the limit.
    package func flush(within limit: Duration) async -> Int {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "kafka.flush").async { [self] in
                // Its answer is only whether the queue is empty, and that is asked below.
                _ = rd_kafka_flush(client, limit.milliseconds)
                continuation.resume(returning: Int(rd_kafka_outq_len(client)))
            }
        }
    }
}
