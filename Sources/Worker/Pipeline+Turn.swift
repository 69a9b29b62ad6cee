import Flow
import Kafka

extension Pipeline {
    /// Sends the consumer into its next turn, or calls it back when something is due before the present one ends.
    mutating func orderTurn(at now: Moment) {
        guard life.polls else { return }
        let due = nextAlarm(at: now)
        guard !turn.isOut else {
            if turn.interrupts(for: wantsTurn(at: now.instant) ? now.instant : due) { actions.append(.interruptPoll) }
            return
        }
        orderCommit(at: now.instant)
        orderPauses(at: now.instant)
        orderEndOffsets(at: now.instant)
        orderCheck(at: now.instant)
        let end = min(due, now.instant + policy.longestTurn)
        turn.order.timeout = end - now.instant
        let room = max(1, min(policy.recordsPerTurn, policy.maxPending - openCount))
        turn.order.maximumEvents = turn.waitsForRoom ? 0 : room
        actions.append(.poll(turn.begin(until: end)))
    }

    /// When something is due although nothing happens; what is due already waits for something else.
    private func nextAlarm(at now: Moment) -> Instant {
        let alarms = [
            dispatcher.nextAlarm, publishRetries.nextDue, producer.renewalDue, commitDue(at: now.instant),
            group.revocation?.until, life.until, nextDueRecord(at: now),
            outcomeLoads.nextAlarm(limit: policy.outcomeLoadLimit),
        ]
        return alarms.compactMap { $0 }.filter { $0 > now.instant }.min() ?? .distantFuture
    }

    /// Whether orders wait for the turn that is out to end.
    private func wantsTurn(at now: Instant) -> Bool {
        if turn.crowdedSince != nil && hasRoom { return true }
        guard !group.isCommitOut else { return false }
        if let due = commitDue(at: now), due <= now { return true }
        if case .committing = life { return true }
        return group.revocation.map { isDrained($0.topicPartitions, at: now) } ?? false
    }

    /// Takes nothing while there is no room, and pauses all partitions when that lasts.
    private mutating func orderPauses(at now: Instant) {
        if hasNoRoom { turn.crowdedSince = turn.crowdedSince ?? now } else if hasRoom { turn.crowdedSince = nil }
        turn.isPaused = !life.takesRecords || turn.crowdedSince.map { $0 + policy.pauseAfter <= now } ?? false
        for key in partitions.keys(where: { runsFarAhead($1) != $1.isFarAhead }) { holdBackOrLetGo(key) }
        // What was parked gives way to what comes for the first time.
        turn.holdsParked = openCount >= (turn.holdsParked ? policy.maxPending * 2 / 5 : policy.maxPending / 2)
        let changing = partitions.keys { key, partition in
            let isHeld =
                turn.isPaused || partition.isHeldBack || waitsForOutcomes(key)
                || turn.holdsParked && policy.isDeferred(key)
            return partition.isPaused != isHeld
        }
        for key in changing {
            partitions.change(key) { $0.isPaused.toggle() }
            if partitions[key]?.isPaused == true { turn.order.pause.append(key) } else { turn.order.resume.append(key) }
        }
    }

    /// One record that stays open must not let a partition run ahead without end: all of that would be in memory.
    private func runsFarAhead(_ partition: Partition) -> Bool {
        partition.tracker.ahead > (partition.isFarAhead ? policy.maxAhead * 4 / 5 : policy.maxAhead)
    }

    private mutating func holdBackOrLetGo(_ key: TopicPartition) {
        partitions.change(key) { $0.isFarAhead.toggle() }
        guard let partition = partitions[key], partition.isFarAhead, let offset = partition.tracker.oldestOpen else {
            return
        }
        note(.heldBack(key, by: offset, ahead: partition.tracker.ahead))
    }

    private var hasNoRoom: Bool { openCount >= policy.maxPending || openBytes >= policy.maxPendingBytes }

    /// Well below the limit, so that partitions are not held back and let go for single records.
    private var hasRoom: Bool {
        openCount <= policy.maxPending * 4 / 5 && openBytes <= policy.maxPendingBytes * 4 / 5
    }

    private mutating func orderEndOffsets(at now: Instant) {
        guard turn.askedEndOffsetsAt.map({ $0 + .seconds(1) <= now }) ?? true else { return }
        turn.order.wantsEndOffsets = true
        turn.askedEndOffsetsAt = now
    }
}
