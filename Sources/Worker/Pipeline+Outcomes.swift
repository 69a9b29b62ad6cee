import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

/// Outcomes: how each event ended, on a topic of its own, and what earlier ones say about events that come again.
extension Pipeline {
    /// How much older than the deadline window an outcome may be and still be read: clocks differ, and a record is written
    /// a while after its event was signed.
    private static let readingMargin = Duration.seconds(600)

    /// Ends an event: at once, or when the outcome topic has it.
    ///
    /// - Parameter takenOnAt: When its record was.
    /// - Parameter outcome: Asked for only where there is a topic for it.
    mutating func conclude(
        _ event: FinishedEvent,
        of record: KafkaRecord,
        takenOnAt: Moment,
        at now: Moment,
        outcome: (FinishedEvent) -> Outcome
    ) {
        guard let topic = policy.outcomeTopic else { return end(event, of: record, at: now.instant) }
        publish(Publication(content: .outcome(outcome(event), topic: topic), takenOnAt: takenOnAt))
    }

    /// The last thing that an event waited for is done.
    mutating func end(_ event: FinishedEvent, of record: KafkaRecord, at now: Instant) {
        close(record, at: now)
        note(.finished(event))
    }

    /// Publishes at once what waits to be tried again: with its partition the word for what was accepted would go.
    mutating func hurryOutcomes(of keys: Set<TopicPartition>) {
        let waiting = publications.tickets { $0.isOutcome && !$0.isOut && keys.contains($0.record.topicPartition) }
        for ticket in waiting { publishAgain(ticket) }
    }

    /// Begins to read back what became of the events of partitions that have just been assigned.
    mutating func beginLoads(of assigned: [AssignedPartition], at now: Instant) {
        guard policy.outcomeTopic != nil else { return }
        for number in Set(assigned.map(\.topicPartition.partition)).sorted() { outcomeLoads.begin(number, at: now) }
    }

    /// Stops reading for partitions that are gone, be it of the events or of the parked records.
    mutating func endLoads(of keys: Set<TopicPartition>) {
        let owned = Set(partitions.keys.map(\.partition))
        for key in keys where !owned.contains(key.partition) { outcomeLoads.end(key.partition) }
        if !outcomeLoads.areMissing { set(.outcomes, to: nil) }
    }

    /// Whether records have to wait for the outcomes of their partition.
    func waitsForOutcomes(_ key: TopicPartition) -> Bool { outcomeLoads.holds(key.partition) }

    /// Goes on with reading back.
    mutating func advanceLoads(at now: Moment) {
        guard policy.outcomeTopic != nil else { return }
        for (partition, load) in outcomeLoads.release(waitingSince: now.instant + (.zero - policy.outcomeLoadLimit)) {
            note(.outcomesCutOff(partition, load.progress))
            restart(partition, at: now.instant)
        }
        guard life.takesRecords else { return }
        let since = now.date + (.zero - policy.deadlineWindow - Self.readingMargin)
        guard let order = outcomeLoads.nextOrder(since: since, at: now.instant) else { return }
        actions.append(.readOutcomes(order))
    }

    /// Takes a page of outcomes, or the reason why there is none.
    mutating func take(_ reading: OutcomeReading, at now: Moment) {
        let partition = reading.partition
        switch reading.result {
        case .success(let page):
            for acceptance in page.accepted { remember(acceptance, at: now.date) }
            note(.outcomesRead(partition, page))
        case .failure(let error): note(.outcomesUnread(error))
        }
        let load = outcomeLoads.take(reading, retry: policy.publishRetry, jitter: random.jitter(), at: now.instant)
        setMissing(because: reading)
        guard let load else { return }
        note(.outcomesLoaded(partition, load.progress))
        restart(partition, at: now.instant)
    }

    private mutating func setMissing(because reading: OutcomeReading) {
        guard outcomeLoads.areMissing else { return set(.outcomes, to: nil) }
        if case .failure(let error) = reading.result { set(.outcomes, to: error, topic: policy.outcomeTopic) }
    }

    private mutating func restart(_ partition: Int32, at now: Instant) {
        for key in partitions.keys where key.partition == partition { partitions.change(key) { $0.movedAt = now } }
    }

    /// Remembers that a notification is accepted.
    mutating func remember(_ acceptance: Acceptance, at now: UnixTime) {
        // No event from the future is ever sent; what would be remembered until then would only drive out the others.
        guard acceptance.signedDate <= now + Self.readingMargin else { return }
        // Twice the window: a repeat that arrives after the deadline is a duplicate, too, and not an expired event.
        let expiry = acceptance.signedDate + policy.deadlineWindow + policy.deadlineWindow
        seen.insert(acceptance.notificationUUID.number, until: expiry, at: now)
    }
}

/// How far the outcomes of a partition have been read.
package struct OutcomeProgress: Hashable, Sendable {
    /// Acceptances that were found.
    package let found: Int
    /// Where to go on; `nil` when nothing has been read.
    package let next: Int64?
    /// Where it ended when reading began; `nil` when nothing has been read.
    package let end: Int64?
}

extension OutcomeLoads.Load {
    var progress: OutcomeProgress { OutcomeProgress(found: found, next: from, end: end) }
}

extension Publication {
    var isOutcome: Bool {
        if case .outcome = content { true } else { false }
    }
}
