import Flow
import Kafka

/// A record on its way to another topic: finished here only when the broker has it there.
struct Publication: Sendable {
    enum Content: Sendable {
        case deadLetter(DeadLetter)
        case deferral(Deferral)
    }

    let content: Content
    let takenOnAt: Moment
    var failures = 0
    /// Handed to the producer and not reported yet.
    var isOut = true

    var record: KafkaRecord {
        switch content {
        case .deadLetter(let letter): letter.record
        case .deferral(let deferral): deferral.record
        }
    }

    func producerRecord(ticket: Ticket, policy: PipelinePolicy) -> ProducerRecord {
        switch content {
        case .deadLetter(let letter): letter.producerRecord(ticket: ticket, policy: policy)
        case .deferral(let deferral): deferral.producerRecord(ticket: ticket)
        }
    }
}
