import Flow
import Kafka

/// Giving partitions up in good order, be it in a revoke or at the end.
///
/// What is out may finish. What waits is let go uncommitted for the next owner, with one exception: where records above it
/// are finished and nothing but the position will tell the next owner so, it is still sent, or else those would be done
/// twice.
extension Pipeline {
    /// Begins to drain: lets go of what waits in `keys` and need not be sent any more.
    ///
    /// - Parameter sending: Whether anything may be started at all.
    mutating func beginDrain(of keys: Set<TopicPartition>, sending: Bool, at now: Moment) {
        let ends = sending ? drainEnds(of: keys) : [:]
        hurryOutcomes(of: keys)
        letGoOfWaiting(in: keys, at: now) { submission in
            // What has failed before waits for its time, which may be minutes away.
            let end = submission.history.attempts == 0 ? ends[submission.event.record.topicPartition] : nil
            return submission.event.record.offset < end ?? .min
        }
    }

    /// Whether nothing is out any more in `keys`, no outcome is unsaid, and nothing will be sent that was to be sent.
    func isDrained(_ keys: Set<TopicPartition>, at now: Instant) -> Bool {
        guard keys.allSatisfy({ partitions[$0]?.outCount ?? 0 == 0 }) else { return false }
        let isSaid = !publications.contains { $0.isOutcome && keys.contains($0.record.topicPartition) }
        guard isSaid else { return false }
        return !life.sends
            || !submissions.contains { submission in
                submission.isWaiting && keys.contains(submission.event.record.topicPartition)
                    && dispatcher.isMoving(submission.event.lane, at: now)
            }
    }

    /// Whether a partition is being given up, alone or with all others.
    func isGivenUp(_ key: TopicPartition) -> Bool {
        !life.takesRecords || partitions[key]?.isRevoking ?? true
    }

    /// The offset below which each partition has to be sent, so that its position passes all that is finished or out.
    private func drainEnds(of keys: Set<TopicPartition>) -> [TopicPartition: Int64] {
        let unremembered = keys.filter { !remembersDone($0) }
        var ends = Dictionary(
            uniqueKeysWithValues: unremembered.map { ($0, partitions[$0]?.tracker.newestDone ?? .min) }
        )
        func see(_ record: KafkaRecord) {
            if let end = ends[record.topicPartition] { ends[record.topicPartition] = max(end, record.offset) }
        }
        submissions.forEach { if $0.state == .inFlight { see($0.event.record) } }
        publications.forEach { if $0.isOut { see($0.record) } }
        return ends
    }

    /// Whether the next owner will learn from the commit metadata what is finished above the position.
    private func remembersDone(_ key: TopicPartition) -> Bool {
        guard group.returnsMetadata, group.takesMetadata, let tracker = partitions[key]?.tracker else { return false }
        return CommitMetadata.text(of: tracker.doneAbovePosition, above: tracker.position ?? 0) != nil
    }
}

extension Submission {
    /// Neither out nor finished: it can be let go without a trace.
    var isWaiting: Bool {
        switch state {
        case .following, .queued: true
        case .inFlight, .orphaned: false
        }
    }
}
