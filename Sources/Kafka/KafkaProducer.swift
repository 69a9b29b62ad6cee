internal import Dispatch

/// Writes records, each exactly once in its partition and acknowledged by all in-sync replicas.
///
/// Its reports and diagnostics come from librdkafka's own thread. The client is freed when the last reference goes.
package final class KafkaProducer: @unchecked Sendable {  // One owner publishes and renews; the rest is constant.
    /// The outcome of every record that `publish` took, in batches; it ends with the producer.
    package let reports: AsyncStream<[DeliveryReport]>
    /// What the client has to say apart from that; the latest 256 are kept for a late reader.
    package let diagnostics: AsyncStream<ProducerDiagnostic>
    private let properties: [String: String]
    private let outlet = ProducerOutlet()
    private var current: ProducerClient

    /// Makes the client; throws the property that librdkafka refuses.
    ///
    /// A broker that cannot be reached is no error here, but a diagnostic.
    package init(properties: [String: String]) throws(KafkaError) {
        self.properties = properties
        (reports, diagnostics) = (outlet.reports.stream, outlet.diagnostics.stream)
        current = try ProducerClient(properties, to: outlet)
    }

    var client: OpaquePointer { current.pointer }

    /// Hands records over, in order and without waiting, and returns those that were refused at once.
    ///
    /// That happens to a record that is too large, or when the queue is full. The others are reported on `reports`.
    package func publish(_ records: [ProducerRecord]) -> [DeliveryReport] {
        records.compactMap { record in
            publish(record).map { DeliveryReport(ticket: record.ticket, error: $0) }
        }
    }

    /// Takes a new client in place of one that has failed for good.
    ///
    /// What the old one has not reported yet is reported now as given up, although the broker may have it. That there
    /// could be no new client is a fatal failure among the diagnostics.
    package func renew() {
        let old = current
        do throws(KafkaError) {
            current = try ProducerClient(properties, to: outlet)
        } catch {
            outlet.diagnostics.continuation.yield(.failure(error.madeFatal))
        }
        DispatchQueue(label: "kafka.renew").async { old.giveUp() }
    }

    /// Waits until every record has its report, and returns how many have none at the end of the limit.
    package func flush(within limit: Duration) async -> Int {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "kafka.flush").async { [current] in
                continuation.resume(returning: current.flush(within: limit))
            }
        }
    }
}

extension KafkaError {
    fileprivate var madeFatal: KafkaError {
        KafkaError(code: code, reason: reason, isFatal: true, topicPartition: topicPartition, property: property)
    }
}
