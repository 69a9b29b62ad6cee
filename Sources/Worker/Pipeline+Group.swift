import Flow
import Kafka

extension Pipeline {
    mutating func assign(_ assigned: [AssignedPartition], at now: Moment) {
        group.hasJoined = true
        watch.hasReached = true
        watch.joiningSince = nil
        set(.access, to: nil)
        for partition in assigned {
            let start = Partition(
                committed: partition.committed,
                doneBefore: doneBefore(partition),
                place: partition.place,
                at: now.instant
            )
            partitions.insert(start, under: partition.topicPartition)
            group.partitionCount = partition.partitionCount
        }
        beginLoads(of: assigned, at: now.instant)
        shareLimits(at: now.instant)
        note(.assigned(assigned))
    }

    /// What the last owner of a partition told about records above the position that it committed.
    private mutating func doneBefore(_ partition: AssignedPartition) -> OffsetRuns {
        guard let committed = partition.committed, let metadata = partition.metadata else { return OffsetRuns() }
        do {
            let done = try CommitMetadata.done(from: metadata, above: committed)
            group.returnsMetadata = true
            return done
        } catch {
            note(.metadataIgnored(partition.topicPartition, error))
            return OffsetRuns()
        }
    }

    /// Begins to give partitions up: no more intake, and a drain of what is open.
    mutating func beginRevocation(of revoking: [TopicPartition], at now: Moment) {
        for key in revoking {
            partitions.change(key) { $0.isRevoking = true }
            forgetEarly(of: key)
        }
        let keys = Set(revoking)
        group.revocation = GroupState.Revocation(topicPartitions: keys, until: now.instant + policy.revokeDrain)
        beginDrain(of: keys, sending: life.sends, at: now)
        note(.revoking(revoking))
    }

    /// Goes on with a held revoke: drain, then commit, then let go.
    mutating func advanceRevocation(at now: Moment) {
        guard var revocation = group.revocation, !turn.isOut else { return }
        let isDrained = isDrained(revocation.topicPartitions, at: now.instant)
        guard isDrained || revocation.until <= now.instant else { return }
        guard !group.isCommitOut || revocation.until + Self.lastCommitLimit <= now.instant else { return }
        // With an answer still missing there is no second commit: the client takes one at a time.
        let mayCommit = !revocation.hasCommitted && !group.isCommitOut
        let unsaid = mayCommit ? unsaidPositions(among: revocation.topicPartitions) : []
        guard unsaid.isEmpty else {
            commit(unsaid)
            revocation.hasCommitted = true
            group.revocation = revocation
            return
        }
        turn.order.completesRevocation = true
        group.revocation = nil
        let abandoned = drop(revocation.topicPartitions, at: now)
        note(.revoked(Array(revocation.topicPartitions), abandoned: abandoned))
    }

    /// The group has taken partitions away without asking: nothing of them can be committed.
    mutating func lose(_ lost: [TopicPartition], at now: Moment) {
        group.revocation = nil
        _ = drop(Set(lost), at: now)
        note(.lost(lost))
    }

    /// Forgets partitions.
    ///
    /// - Returns: How many records were still out.
    private mutating func drop(_ dropped: Set<TopicPartition>, at now: Moment) -> Int {
        letGoOfWaiting(in: dropped, at: now) { _ in false }
        let abandoned = abandon(dropped)
        parkedTransactions = ParkedTransactions()
        for key in dropped { forgetEarly(of: key) }
        partitions.remove(dropped)
        endLoads(of: dropped)
        if partitions.isEmpty { watch.joiningSince = now.instant }
        shareLimits(at: now.instant)
        return abandoned
    }

    /// Waits no longer for what is out of some partitions.
    ///
    /// - Returns: How many records that were.
    private mutating func abandon(_ keys: Set<TopicPartition>) -> Int {
        let out = submissions.tickets { $0.state == .inFlight && keys.contains($0.event.record.topicPartition) }
        for ticket in out { submissions.change(ticket) { $0.state = .orphaned } }
        let unpublished = publications.tickets { keys.contains($0.record.topicPartition) }
        for ticket in unpublished { openBytes -= publications.remove(ticket)?.record.size ?? 0 }
        return out.count + unpublished.count
    }

    /// Lets go of what is neither out nor finished, but for what is kept.
    mutating func letGoOfWaiting(in keys: Set<TopicPartition>, at now: Moment, keeping isKept: (Submission) -> Bool) {
        // In the order of the tickets: what follows must not depend on the order of a set.
        let tickets = submissions.tickets {
            $0.isWaiting && keys.contains($0.event.record.topicPartition) && !isKept($0)
        }
        let waiting = Set(tickets)
        let lanes = Set(tickets.compactMap { submissions[$0]?.event.lane.index })
        dispatcher.removeAll(in: lanes) { waiting.contains($0) }
        for ticket in tickets {
            guard let submission = submissions.remove(ticket) else { continue }
            openBytes -= submission.event.record.size
            let next = lines.leave(ticket, submission.event.transaction)
            if let next, !waiting.contains(next) { begin(next, at: now) }
        }
        let unpublished = publications.tickets { !$0.isOut && keys.contains($0.record.topicPartition) }
        for ticket in unpublished { openBytes -= publications.remove(ticket)?.record.size ?? 0 }
    }

    /// A worker that owns k of n partitions takes k/n of each limit: the group needs no server to share it.
    private mutating func shareLimits(at now: Instant) {
        let owned = partitions.values.map(\.place)
        for index in 0..<dispatcher.laneCount {
            let lane = LaneID(index: index)
            let share = policy.limit(in: lane.environment).share(of: owned, among: group.partitionCount)
            dispatcher.setShare(share, of: lane, at: now)
        }
    }

    mutating func losePosition(_ loss: PositionLoss, at now: Moment) {
        note(.positionLost(loss))
        switch policy.onPositionLost {
        case .stop: stop(.positionLost(loss), at: now)
        case .earliest: startAgain(loss.topicPartition, at: now)
        }
    }

    /// Reads a partition from its beginning.
    ///
    /// Its offsets may mean other records now, so what is open of it is let go.
    private mutating func startAgain(_ key: TopicPartition, at now: Moment) {
        guard let before = partitions[key] else { return }
        letGoOfWaiting(in: [key], at: now) { _ in false }
        _ = abandon([key])
        forgetEarly(of: key)
        var again = Partition(committed: nil, doneBefore: OffsetRuns(), place: before.place, at: now.instant)
        // The consumer keeps a pause over the restart, so it must not be forgotten here.
        again.isPaused = before.isPaused
        again.isRevoking = before.isRevoking
        partitions.insert(again, under: key)
        turn.order.restart.append(key)
    }

    mutating func fail(_ error: KafkaError, at now: Moment) {
        if error.code.isAccessRefusal {
            set(.access, to: error)
        } else {
            hear(error)
        }
        if error.isFatal { stop(.kafkaFailed(error), at: now) }
    }
}
