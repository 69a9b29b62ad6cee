import Flow
import Kafka

extension Pipeline {
    /// Takes out what has missed its deadline.
    mutating func expire(at now: Moment) {
        for ticket in dispatcher.takeExpired(at: now) {
            guard let submission = submissions[ticket] else { continue }
            let late = now.date - submission.deadline
            beginNext(bury(ticket, .deadlineExceeded(by: late), at: now), at: now)
        }
    }

    /// Turns a submission into a dead letter.
    ///
    /// - Returns: Who is first in its transaction's line now.
    mutating func bury(_ ticket: Ticket, _ reason: DeadLetterReason, at now: Moment) -> Ticket? {
        guard let submission = submissions.remove(ticket) else { return nil }
        bury(
            DeadLetter(
                record: submission.record,
                reason: reason,
                history: submission.history,
                failedAt: now.date,
                takenOnAt: submission.takenOnAt,
                lane: submission.lane,
                deadline: submission.deadline
            )
        )
        return lines.leave(ticket, submission.transaction)
    }

    /// Sends a dead letter on its way; its record is finished when the broker has it.
    mutating func bury(_ letter: DeadLetter) {
        publish(letters.insert(letter), letter)
    }

    private mutating func publish(_ ticket: Ticket, _ letter: DeadLetter) {
        partitions[letter.record.topicPartition]?.outCount += 1
        actions.append(.publish([letter.producerRecord(ticket: ticket, policy: policy)]))
    }

    /// Publishes again what the broker did not take, when its time has come.
    mutating func republish(at now: Moment) {
        while let ticket = letterRetries.popDue(at: now.instant) {
            guard var letter = letters[ticket] else { continue }
            letter.isOut = true
            letters[ticket] = letter
            publish(ticket, letter)
        }
    }

    /// Takes one delivery report.
    mutating func settle(_ report: DeliveryReport, at now: Moment) {
        let ticket = Ticket(number: report.ticket)
        guard var letter = letters[ticket] else { return note(.lateResult) }
        partitions[letter.record.topicPartition]?.outCount -= 1
        guard let error = report.error else { return end(ticket, letter, at: now) }
        note(.publishFailed(error))
        letter.publishFailures += 1
        letter.isOut = false
        letters[ticket] = letter
        let delay = policy.publishRetry.delay(afterFailure: letter.publishFailures, jitter: random.jitter())
        letterRetries.insert(ticket, due: now.instant + delay)
    }

    /// A producer that can do nothing more cannot be waited for: dead letters would be tried again for ever.
    mutating func hear(_ diagnostic: ProducerDiagnostic, at now: Moment) {
        switch diagnostic {
        case .log(let line): note(.clientLog(line))
        case .failure(let error):
            note(.kafka(error))
            if error.isFatal { stop(.kafkaFailed(error), at: now) }
        }
    }

    private mutating func end(_ ticket: Ticket, _ letter: DeadLetter, at now: Moment) {
        _ = letters.remove(ticket)
        close(letter.record, at: now.instant)
        note(
            .finished(
                FinishedEvent(
                    outcome: .deadLettered,
                    reason: letter.reason,
                    lane: letter.lane,
                    topicPartition: letter.record.topicPartition,
                    offset: letter.record.offset,
                    recordTime: letter.record.time,
                    finishedAt: now.date,
                    timeLeft: letter.deadline.map { $0 - now.date },
                    attempts: letter.history.attempts
                )
            )
        )
    }
}
