package import AppStoreServer
import ConsumptionRules
package import Kafka

/// One request to the App Store that has ended, for those who report on it.
package struct Attempt: Sendable {
    /// From 1.
    package let number: Int
    let event: TakenEvent
    package let result: SubmissionResult
    package let duration: Duration

    package var lane: LaneID { event.lane }
    package var record: KafkaRecord { event.record }
    package var transactionID: String { event.report.transactionID }

    /// - Parameter submission: As it was when the request was out.
    init(of submission: Submission, _ answer: AppStoreAnswer) {
        number = submission.history.attempts
        event = submission.event
        (result, duration) = (answer.result, answer.duration)
    }
}
