import Flow
import Kafka

extension Pipeline {
    /// Takes out what has missed its deadline.
    mutating func expire(at now: Moment) {
        for ticket in dispatcher.takeExpired(at: now) {
            guard let submission = submissions[ticket] else { continue }
            let late = now.date - submission.event.deadline
            beginNext(bury(ticket, .deadlineExceeded(by: late), at: now), at: now)
        }
    }

    /// Turns a submission into a dead letter.
    ///
    /// - Returns: Who is first in its transaction's line now.
    mutating func bury(_ ticket: Ticket, _ reason: DeadLetterReason, at now: Moment) -> Ticket? {
        guard let submission = submissions.remove(ticket) else { return nil }
        let letter = DeadLetter(
            record: submission.event.record,
            reason: reason,
            history: submission.history,
            failedAt: now.date,
            lane: submission.event.lane,
            deadline: submission.event.deadline,
            subject: OutcomeSubject(submission.event.report)
        )
        publish(Publication(content: .deadLetter(letter), takenOnAt: submission.event.takenOnAt))
        return lines.leave(ticket, submission.event.transaction)
    }

    /// How the event of a dead letter that the broker has ended.
    func finishedEvent(of letter: DeadLetter, at now: Moment) -> FinishedEvent {
        FinishedEvent(
            outcome: .deadLettered,
            reason: letter.reason,
            lane: letter.lane,
            topicPartition: letter.record.topicPartition,
            offset: letter.record.offset,
            notificationUUID: letter.subject.notificationUUID,
            recordTime: policy.origin(of: letter.record).time,
            finishedAt: now.date,
            timeLeft: letter.deadline.map { $0 - now.date },
            attempts: letter.history.attempts,
            traceID: letter.record.traceID
        )
    }
}
