import Flow
import Kafka

/// Parking: what an app that is held up has beyond `parkAfter` goes to the deferred topic, so that memory and partitions
/// are free for the others, and comes back from there when its time has come.
extension Pipeline {
    /// How long a lane has to be held before anything is parked: shorter holds are over before it would come back.
    private static let shortestHold = Duration.seconds(5)
    /// How long a record is parked at first, and at most when it is parked again and again.
    private static let parking = RetrySchedule(initial: .seconds(30), maximum: .seconds(600))

    /// Nothing is parked for longer at a time, whatever the headers of a record say: it holds all that are behind it.
    private var longestParking: Duration { max(Self.parking.maximum, policy.lane.longestHold) }

    /// Parks what held-up lanes have too much, the latest deadlines first.
    mutating func parkExcess(at now: Moment) {
        // No lane has more than there are in all: mostly that spares a look at each of them.
        guard policy.deferredTopic != nil, submissions.count > policy.parkAfter, life.takesRecords else { return }
        for index in dispatcher.lanesOver(policy.parkAfter) {
            let lane = LaneID(index: index)
            guard let until = parkingEnd(of: lane, at: now) else { continue }
            let excess = dispatcher.lane(lane).pendingCount - policy.parkAfter
            park(latest(excess, in: lane), until: until, at: now)
        }
    }

    /// Until when records of a lane are parked at least; `nil` while it moves, or soon will.
    private func parkingEnd(of lane: LaneID, at now: Moment) -> Instant? {
        guard !dispatcher.isMoving(lane, at: now.instant) else { return nil }
        guard let held = dispatcher.mood(of: lane, at: now.instant).heldUntil else { return now.instant }
        return held >= now.instant + Self.shortestHold ? held : nil
    }

    private func latest(_ count: Int, in lane: LaneID) -> [Ticket] {
        let waiting = submissions.tickets { submission in
            submission.event.lane == lane && submission.state == .queued && submission.history.attempts == 0
                && partitions[submission.event.record.topicPartition]?.isRevoking == false
        }
        let deadlines = waiting.compactMap { ticket in submissions[ticket].map { (ticket, $0.event.deadline) } }
        return deadlines.sorted { $0.1 > $1.1 }.prefix(count).map(\.0)
    }

    private mutating func park(_ tickets: [Ticket], until earliest: Instant, at now: Moment) {
        guard !tickets.isEmpty else { return }
        let parked = Set(tickets)
        let lanes = Set(tickets.compactMap { submissions[$0]?.event.lane.index })
        dispatcher.removeAll(in: lanes) { parked.contains($0) }
        for ticket in tickets {
            guard let submission = submissions[ticket] else { continue }
            let again = submission.event.record.deferredCount + 1
            let wait = min(max(Self.parking.ceiling(afterFailure: again), earliest - now.instant), longestParking)
            // Whoever stood behind it in its transaction is parked in its turn.
            beginNext(park(ticket, until: now.date + wait), at: now)
        }
    }

    /// Parks a submission that is in no lane.
    ///
    /// - Returns: Who is first in its transaction's line now.
    mutating func park(_ ticket: Ticket, until: UnixTime) -> Ticket? {
        guard let topic = policy.deferredTopic, let submission = submissions.remove(ticket) else { return nil }
        let deferral = Deferral(
            record: submission.event.record,
            lane: submission.event.lane,
            // It must be here when its deadline comes, if only to be said so.
            until: min(until, submission.event.deadline),
            topic: topic,
            // Whoever has the partition of that number knows its outcomes.
            partition: policy.outcomeTopic == nil ? nil : submission.event.record.topicPartition.partition,
            origin: policy.origin(of: submission.event.record),
            count: submission.event.record.deferredCount
        )
        parkedTransactions.park(deferral.origin, of: submission.event.transaction, until: deferral.until)
        publish(Publication(content: .deferral(deferral), takenOnAt: submission.event.takenOnAt))
        return lines.leave(ticket, submission.event.transaction)
    }

    /// Until when an earlier notification of the same transaction is parked; `nil` when none is.
    mutating func parkedBefore(_ submission: Submission, at date: UnixTime) -> UnixTime? {
        guard policy.deferredTopic != nil else { return nil }
        let event = submission.event
        return parkedTransactions.arrives(policy.origin(of: event.record), of: event.transaction, at: date)
    }

    /// Keeps a parked record whose time has not come, or one whose partition waits for its outcomes, and all behind it;
    /// true when it did.
    mutating func keepsForLater(_ record: KafkaRecord, at now: Moment) -> Bool {
        let key = record.topicPartition
        guard policy.isDeferred(key) || policy.outcomeTopic != nil, life.takesRecords, let partition = partitions[key],
            !partition.isRevoking
        else { return false }
        let asked = policy.isDeferred(key) ? record.deferredUntil : nil
        let until = min(asked ?? now.date, now.date + longestParking)
        guard !partition.early.isEmpty || until > now.date || waitsForOutcomes(key) else { return false }
        partitions.change(key) { $0.early.append(Partition.Early(record: record, until: until)) }
        earlyCount += 1
        return true
    }

    /// Takes on parked records whose time has come.
    mutating func takeDueRecords(at now: Moment) {
        guard earlyCount > 0 else { return }
        var tally = IntakeTally()
        for key in partitions.keys.sorted(by: { $0.partition < $1.partition }) {
            guard let early = partitions[key]?.early, early.first?.isDue(at: now.date) == true, !waitsForOutcomes(key)
            else { continue }
            let due = early.prefix { $0.isDue(at: now.date) }
            partitions.change(key) { $0.early.removeFirst(due.count) }
            earlyCount -= due.count
            for early in due { take(early.record, &tally, at: now) }
        }
        noteIntake(tally)
    }

    /// When the next parked record's time comes.
    func nextDueRecord(at now: Moment) -> Instant? {
        guard earlyCount > 0 else { return nil }
        return partitions.values.compactMap { $0.early.first }.map { now.instant(at: $0.until) }.min()
    }

    /// Forgets what of a partition waits for its time: its next owner reads it again.
    mutating func forgetEarly(of key: TopicPartition) {
        earlyCount -= partitions[key]?.early.count ?? 0
        partitions.change(key) { $0.early = [] }
    }
}
