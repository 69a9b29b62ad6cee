import Flow
import Kafka

/// A record on its way to another topic: finished here only when the broker has it there.
struct Publication: Sendable {
    /// Large, and a publication is copied at each of its steps: so it lies apart.
    indirect enum Content: Sendable {
        case deadLetter(DeadLetter)
        case deferral(Deferral)
        case outcome(Outcome, topic: String)
    }

    let content: Content
    let takenOnAt: Moment
    var failures = 0
    /// Handed to the producer and not reported yet.
    var isOut = true
    /// How the topic wants a dead letter, as far as is known.
    var size = Size.whole

    enum Size: Sendable {
        case whole
        /// The topic does not take it whole: it goes with the beginning of its value only.
        case reduced
        /// The topic does not take even that: a person has to let it take more.
        case tooLarge
    }

    var record: KafkaRecord {
        switch content {
        case .deadLetter(let letter): letter.record
        case .deferral(let deferral): deferral.record
        case .outcome(let outcome, _): outcome.record
        }
    }

    func producerRecord(ticket: Ticket, policy: PipelinePolicy) -> ProducerRecord {
        switch content {
        case .deadLetter(let letter):
            letter.producerRecord(ticket: ticket, policy: policy, isReduced: size != .whole)
        case .deferral(let deferral): deferral.producerRecord(ticket: ticket)
        case .outcome(let outcome, let topic):
            outcome.producerRecord(ticket: ticket, topic: topic, policy: policy)
        }
    }
}
