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
            let requests = tickets.compactMap { startAttempt($0, of: tickets.count, answersSeen: answers, at: now) }
            guard !requests.isEmpty else { continue }
            actions.append(.submit(requests))
            note(.started(lane, count: requests.count, batchSize: policy.lane.batchSize))
        }
    }

    private mutating func startAttempt(
        _ ticket: Ticket,
        of batchCount: Int,
        answersSeen: Int,
        at now: Moment
    ) -> AppStoreRequest? {
        guard var submission = submissions[ticket] else { return nil }
        guard !seen.contains(submission.event.report.notificationUUID.number) else {
            // That has come to light since it was taken on.
            dispatcher.abandon(ticket, in: submission.event.lane)
            beginNext(finish(ticket, as: .duplicate, at: now), at: now)
            return nil
        }
        guard let path = ConsumptionPath(submission.event.report.path) else {
            return giveUp(ticket, .withoutPath, in: submission.event.lane, at: now)
        }
        guard now.date < submission.event.deadline else {
            // It came back from waiting for a retry in this very step.
            let late = now.date - submission.event.deadline
            return giveUp(ticket, .deadlineExceeded(by: late), in: submission.event.lane, at: now)
        }
        submission.state = .inFlight
        submission.history.begin(at: now, batchCount: batchCount, answersSeen: answersSeen)
        submissions[ticket] = submission
        partitions[submission.event.record.topicPartition]?.outCount += 1
        return AppStoreRequest(
            ticket: ticket.number,
            app: submission.event.lane.app,
            environment: submission.event.lane.environment,
            path: path,
            body: submission.event.report.wireBody
        )
    }

    /// Ends a submission that is in a batch, instead of sending it.
    private mutating func giveUp(
        _ ticket: Ticket,
        _ reason: DeadLetterReason,
        in lane: LaneID,
        at now: Moment
    ) -> AppStoreRequest? {
        dispatcher.abandon(ticket, in: lane)
        beginNext(bury(ticket, reason, at: now), at: now)
        return nil
    }
}
