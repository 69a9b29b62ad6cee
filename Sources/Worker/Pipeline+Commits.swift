import Flow
import Kafka

extension Pipeline {
    /// When the next commit is due; `nil` while one is out, or while a revoke takes care of it.
    func commitDue(at now: Instant) -> Instant? {
        guard !group.isCommitOut, group.revocation == nil, !partitions.isEmpty else { return nil }
        let last = group.lastCommitAt ?? now
        let hasNews = partitions.contains { $0.tracker.committable != nil }
        return hasNews ? last + policy.commitInterval : last + policy.recommitInterval
    }

    /// Commits what is news; after a long silence everything, since brokers forget positions that nobody renews.
    mutating func orderCommit(at now: Instant) {
        group.lastCommitAt = group.lastCommitAt ?? now
        guard let due = commitDue(at: now), due <= now else { return }
        let news = unsaidPositions(among: partitions.keys)
        commit(news.isEmpty ? partitions.keys : news)
        group.lastCommitAt = now
    }

    /// The partitions of which the broker does not know the latest.
    func unsaidPositions(among keys: some Sequence<TopicPartition>) -> [TopicPartition] {
        keys.filter { partitions[$0]?.tracker.committable != nil }
    }

    mutating func commit(_ keys: [TopicPartition]) {
        let entries = keys.compactMap { commitEntry(for: $0) }
        guard !entries.isEmpty else { return }
        turn.order.commit += entries
        group.isCommitOut = true
    }

    private mutating func commitEntry(for key: TopicPartition) -> CommitEntry? {
        guard let tracker = partitions[key]?.tracker, let position = tracker.position else { return nil }
        partitions.change(key) { $0.tracker.ordered() }
        let metadata = group.takesMetadata ? CommitMetadata.text(of: tracker.doneAbovePosition, above: position) : nil
        return CommitEntry(topicPartition: key, nextOffset: position, metadata: metadata)
    }

    mutating func settle(_ outcomes: [CommitOutcome], at now: Moment) {
        group.isCommitOut = false
        for outcome in outcomes {
            if outcome.error == nil {
                partitions.change(outcome.topicPartition) { $0.tracker.committed(outcome.nextOffset) }
            }
            if outcome.error?.code == .offsetMetadataTooLarge { group.takesMetadata = false }
            note(.committed(outcome))
        }
    }
}
