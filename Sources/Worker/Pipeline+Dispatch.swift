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
            var requests: [AppStoreRequest] = []
            requests.reserveCapacity(tickets.count)
            for ticket in tickets {
                guard let request = startAttempt(ticket, of: tickets.count, answersSeen: answers, at: now) else {
                    continue
                }
                requests.append(request)
            }
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
        guard let event = submissions[ticket]?.event else { return nil }
        guard !seen.contains(event.report.notificationUUID.number) else {
            // That has come to light since it was taken on.
            dispatcher.abandon(ticket, in: event.lane)
            beginNext(finish(ticket, as: .duplicate, at: now), at: now)
            return nil
        }
        guard let path = ConsumptionPath(event.report.path) else {
            return giveUp(ticket, .withoutPath, in: event.lane, at: now)
        }
        guard now.date < event.deadline else {
            // It came back from waiting for a retry in this very step.
            return giveUp(ticket, .deadlineExceeded(by: now.date - event.deadline), in: event.lane, at: now)
        }
        submissions.change(ticket) { $0.start(at: now, batchCount: batchCount, answersSeen: answersSeen) }
        partitions.change(event.record.topicPartition) { $0.outCount += 1 }
        return AppStoreRequest(
            ticket: ticket.number,
            app: event.lane.app,
            environment: event.lane.environment,
            path: path,
            body: event.report.wireBody
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
