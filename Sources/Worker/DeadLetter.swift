import Flow
import Kafka

/// A record that will not be sent, on its way to the dead-letter topic: finished only when the broker has it.
package struct DeadLetter: Sendable {
    let record: KafkaRecord
    let reason: DeadLetterReason
    var history = AttemptHistory()
    let failedAt: UnixTime
    let takenOnAt: Moment
    /// The lane it was in, if it got that far.
    var lane: LaneID?
    var deadline: UnixTime?
    var publishFailures = 0
    /// Handed to the producer and not reported yet.
    var isOut = true
}
