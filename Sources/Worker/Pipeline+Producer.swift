import Flow
import Kafka

/// A producer that has failed for good, as an idempotent one does when its sequence is broken, gives way to a new one: what
/// it had comes back as not acknowledged, and is published again.
extension Pipeline {
    mutating func hear(_ diagnostic: ProducerDiagnostic, at now: Moment) {
        switch diagnostic {
        case .log(let line): hear(line)
        case .failure(let error) where error.isFatal: loseProducer(error, at: now)
        case .failure(let error): hear(error)
        }
    }

    /// Has a new producer made: at once the first time, later each time after one that has written nothing.
    private mutating func loseProducer(_ error: KafkaError, at now: Moment) {
        guard producer.fault == nil else { return }
        let delay = producer.losses == 0 ? .zero : policy.publishRetry.ceiling(afterFailure: producer.losses)
        producer.fault = error
        producer.renewalDue = now.instant + delay
        producer.losses += 1
        note(.producerFailed(error, delay: delay))
    }

    mutating func renewProducer(at now: Moment) {
        guard let due = producer.renewalDue, due <= now.instant else { return }
        (producer.fault, producer.renewalDue) = (nil, nil)
        // Before anything that is to be published: the old one would refuse it.
        actions.insert(.renewProducer, at: 0)
    }
}

/// Whether the producer works, as far as is known.
struct ProducerState: Sendable {
    /// Why the present one can do nothing more.
    var fault: KafkaError?
    /// When a new one takes its place.
    var renewalDue: Instant?
    /// Producers lost in a row, without a record acknowledged between them.
    var losses = 0

    mutating func hasWorked() { losses = 0 }
}
