import ConsumptionRules
import Flow
import Kafka

/// How one event ended, on its way to the outcome topic: its record is finished when the broker has it there.
struct Outcome: Sendable {
    let event: FinishedEvent
    let record: KafkaRecord
    let subject: OutcomeSubject
    let decidedAt: UnixTime
    /// Of Apple's last answer; `nil` when there was none.
    let httpStatus: Int?

    init(_ event: FinishedEvent, of submission: Submission, at now: UnixTime) {
        self.event = event
        record = submission.event.record
        subject = OutcomeSubject(submission.event.report)
        decidedAt = now
        httpStatus = submission.history.lastStatus
    }

    init(_ event: FinishedEvent, of letter: DeadLetter) {
        self.event = event
        record = letter.record
        subject = letter.subject
        decidedAt = letter.failedAt
        httpStatus = letter.history.lastStatus
    }
}

/// Which event an outcome is about, as far as its text tells: no more of it than that.
struct OutcomeSubject: Sendable {
    var notificationUUID: NotificationUUID?
    var transactionID: String?
    var bundleID: String?
    var environment: AppStoreEnvironment?
    var signedDate: UNIXMilliseconds?

    init(_ report: ConsumptionReport) {
        notificationUUID = report.notificationUUID
        transactionID = report.transactionID
        bundleID = report.bundleID
        environment = report.environment
        signedDate = report.signedDate
    }

    init(_ identity: EventIdentity?) {
        notificationUUID = identity?.notificationUUID
        transactionID = identity?.transactionID
        bundleID = identity?.bundleID
        environment = identity?.environment
        signedDate = identity?.signedDate
    }
}
