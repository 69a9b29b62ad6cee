import Flow
import Kafka

/// Records that leave for another topic: their own record is finished when the broker has them there, and not before.
extension Pipeline {
    mutating func publish(_ publication: Publication) {
        send(publications.insert(publication), publication)
    }

    private mutating func send(_ ticket: Ticket, _ publication: Publication) {
        partitions.change(publication.record.topicPartition) { $0.outCount += 1 }
        outgoing.append(publication.producerRecord(ticket: ticket, policy: policy))
    }

    /// Hands over what this step publishes, in one go.
    mutating func publishOutgoing() {
        guard !outgoing.isEmpty else { return }
        actions.append(.publish(outgoing))
        outgoing.removeAll()
    }

    /// Publishes again what the broker did not take, when its time has come.
    mutating func republish(at now: Moment) {
        while let ticket = publishRetries.popDue(at: now.instant) { publishAgain(ticket) }
    }

    mutating func publishAgain(_ ticket: Ticket) {
        guard let publication = publications[ticket], !publication.isOut else { return }
        publications.change(ticket) { $0.isOut = true }
        send(ticket, publication)
    }

    /// Takes the delivery reports that came together: those of one batch, or a single one.
    mutating func settle(_ reports: [DeliveryReport], at now: Moment) {
        for report in reports { settle(report, isAlone: reports.count == 1, at: now) }
    }

    private mutating func settle(_ report: DeliveryReport, isAlone: Bool, at now: Moment) {
        let ticket = Ticket(number: report.ticket)
        guard var publication = publications[ticket] else { return note(.lateResult) }
        partitions.change(publication.record.topicPartition) { $0.outCount -= 1 }
        guard let error = report.error else { return end(ticket, publication, at: now) }
        note(publication.failure(error))
        publication.isOut = false
        publication.failures += 1
        if error.code == .messageTooLarge, isAlone { shrink(&publication) }
        publications.change(ticket) { $0 = publication }
        let delay = policy.publishRetry.delay(afterFailure: publication.failures, jitter: random.jitter())
        publishRetries.insert(ticket, due: publication.failures == 0 ? now.instant : now.instant + delay)
    }

    /// Takes a dead letter down to what its topic may take.
    ///
    /// A batch is refused as a whole, be each of its records as small as can be: so this is only for one that was refused
    /// on its own.
    private mutating func shrink(_ publication: inout Publication) {
        guard case .deadLetter(let letter) = publication.content else { return }
        switch publication.size {
        case .whole:
            publication.size = .reduced
            // A new record so to speak, which has not failed yet.
            publication.failures = 0
            note(.letterReduced(letter.record.topicPartition, offset: letter.record.offset, size: letter.record.size))
        case .reduced:
            publication.size = .tooLarge
            note(.letterTooLarge(letter.record.topicPartition, offset: letter.record.offset))
        case .tooLarge: break
        }
    }

    private mutating func end(_ ticket: Ticket, _ publication: Publication, at now: Moment) {
        _ = publications.remove(ticket)
        producer.hasWorked()
        switch publication.content {
        case .deadLetter(let letter):
            let event = finishedEvent(of: letter, at: now)
            conclude(event, of: letter.record, takenOnAt: publication.takenOnAt, at: now) { Outcome($0, of: letter) }
        case .deferral(let deferral):
            close(deferral.record, at: now.instant)
            note(.parked(deferral.lane))
        case .outcome(let outcome, _): end(outcome.event, of: outcome.record, at: now.instant)
        }
    }
}

extension Publication {
    fileprivate func failure(_ error: KafkaError) -> Note {
        switch content {
        case .deadLetter: .publishFailed(error)
        case .deferral: .parkingFailed(error)
        case .outcome: .outcomeFailed(error)
        }
    }
}
