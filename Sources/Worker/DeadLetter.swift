import Flow
import Kafka

/// A record that will not be sent: what the dead-letter topic is to know of it.
package struct DeadLetter: Sendable {
    let record: KafkaRecord
    let reason: DeadLetterReason
    var history = AttemptHistory()
    let failedAt: UnixTime
    /// The lane it was in, if it got that far.
    var lane: LaneID?
    var deadline: UnixTime?
    /// Which event it was, for its outcome.
    let subject: OutcomeSubject
}
