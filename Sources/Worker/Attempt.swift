package import AppStoreServer
import ConsumptionRules
package import Kafka

/// One request to the App Store that has ended, for those who report on it.
package struct Attempt: Sendable {
    package let lane: LaneID
    /// From 1.
    package let number: Int
    package let record: KafkaRecord
    package let transactionID: String
    package let result: SubmissionResult
    package let duration: Duration

    /// - Parameter submission: As it was when the request was out.
    init(of submission: Submission, _ answer: AppStoreAnswer) {
        (lane, number) = (submission.lane, submission.history.attempts)
        (record, transactionID) = (submission.record, submission.report.transactionID)
        (result, duration) = (answer.result, answer.duration)
    }
}
