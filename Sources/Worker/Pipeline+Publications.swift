import Flow
import Kafka

/// Records that leave for another topic: their own record is finished when the broker has them there, and not before.
extension Pipeline {
    mutating func publish(_ publication: Publication) {
        send(publications.insert(publication), publication)
    }

    private mutating func send(_ ticket: Ticket, _ publication: Publication) {
        partitions[publication.record.topicPartition]?.outCount += 1
        actions.append(.publish([publication.producerRecord(ticket: ticket, policy: policy)]))
    }

    /// Publishes again what the broker did not take, when its time has come.
    mutating func republish(at now: Moment) {
        while let ticket = publishRetries.popDue(at: now.instant) {
            guard var publication = publications[ticket] else { continue }
            publication.isOut = true
            publications[ticket] = publication
            send(ticket, publication)
        }
    }

    /// Takes one delivery report.
    mutating func settle(_ report: DeliveryReport, at now: Moment) {
        let ticket = Ticket(number: report.ticket)
        guard var publication = publications[ticket] else { return note(.lateResult) }
        partitions[publication.record.topicPartition]?.outCount -= 1
        guard let error = report.error else { return end(ticket, publication, at: now) }
        note(publication.failure(error))
        publication.failures += 1
        publication.isOut = false
        publications[ticket] = publication
        let delay = policy.publishRetry.delay(afterFailure: publication.failures, jitter: random.jitter())
        publishRetries.insert(ticket, due: now.instant + delay)
    }

    private mutating func end(_ ticket: Ticket, _ publication: Publication, at now: Moment) {
        _ = publications.remove(ticket)
        close(publication.record, at: now.instant)
        switch publication.content {
        case .deadLetter(let letter): end(letter, at: now)
        case .deferral(let deferral): note(.parked(deferral.lane))
        }
    }

    /// A producer that can do nothing more cannot be waited for: its records would be tried again for ever.
    mutating func hear(_ diagnostic: ProducerDiagnostic, at now: Moment) {
        switch diagnostic {
        case .log(let line): note(.clientLog(line))
        case .failure(let error):
            note(.kafka(error))
            if error.isFatal { stop(.kafkaFailed(error), at: now) }
        }
    }
}

extension Publication {
    fileprivate func failure(_ error: KafkaError) -> Note {
        switch content {
        case .deadLetter: .publishFailed(error)
        case .deferral: .parkingFailed(error)
        }
    }
}
