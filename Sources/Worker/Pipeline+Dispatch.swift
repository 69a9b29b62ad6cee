import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

extension Pipeline {
    /// Starts everything that may start now.
    mutating func dispatch(at now: Moment) {
        guard life.sends else { return }
        while let (lane, tickets) = dispatcher.takeBatch(at: now) {
            let answers = dispatcher.lane(lane).answerCount
            let requests = tickets.compactMap { startAttempt($0, answersSeen: answers, at: now) }
            if !requests.isEmpty { actions.append(.submit(requests)) }
        }
    }

    private mutating func startAttempt(_ ticket: Ticket, answersSeen: Int, at now: Moment) -> AppStoreRequest? {
        guard var submission = submissions[ticket], let path = ConsumptionPath(submission.report.path) else {
            return nil
        }
        guard now.date < submission.deadline else {
            // It came back from waiting for a retry in this very step.
            dispatcher.abandon(ticket, in: submission.lane)
            beginNext(bury(ticket, .deadlineExceeded(by: now.date - submission.deadline), at: now), at: now)
            return nil
        }
        submission.state = .inFlight
        submission.history.begin(at: now.date, answersSeen: answersSeen)
        submissions[ticket] = submission
        partitions[submission.record.topicPartition]?.outCount += 1
        return AppStoreRequest(
            ticket: ticket.number,
            app: submission.lane.app,
            environment: submission.lane.environment,
            path: path,
            body: submission.report.wireBody
        )
    }
}
