import ConsumptionRules
import Flow
import Kafka

/// One checked report on its way to the App Store, with the record that it came from.
package struct Submission: Sendable {
    enum State: Sendable {
        /// Behind an earlier notification of the same transaction.
        case following
        /// In its lane.
        case queued
        case inFlight
        /// In flight, but its partition is gone: the answer will only teach the lane.
        case orphaned
    }

    let event: TakenEvent
    var state = State.following
    var history = AttemptHistory()

    mutating func start(at now: Moment, batchCount: Int, answersSeen: Int) {
        state = .inFlight
        history.begin(at: now, batchCount: batchCount, answersSeen: answersSeen)
    }
}

/// What never changes of a submission: shared, since it is large and a submission is copied at each of its steps.
package final class TakenEvent: Sendable {
    let record: KafkaRecord
    let report: ConsumptionReport
    let lane: LaneID
    /// Nothing is started from here on.
    let deadline: UnixTime
    let takenOnAt: Moment
    let transaction: TransactionKey

    init(record: KafkaRecord, report: ConsumptionReport, lane: LaneID, deadline: UnixTime, takenOnAt: Moment) {
        self.record = record
        self.report = report
        self.lane = lane
        self.deadline = deadline
        self.takenOnAt = takenOnAt
        transaction = TransactionKey(lane: lane.index, transactionID: report.transactionID)
    }
}

extension ConsumptionReport {
    /// The body of the PUT; the same bytes at each attempt.
    var wireBody: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(192)
        appendBody(to: &bytes)
        return bytes
    }
}
