import Flow
import Kafka

extension Pipeline {
    /// Since when the oldest open record of each partition has been held; partitions without one are left out.
    func oldestOpen() -> [TopicPartition: Moment] {
        var oldest: [TopicPartition: Moment] = [:]
        func see(_ key: TopicPartition, _ moment: Moment) {
            if moment.instant < oldest[key]?.instant ?? .distantFuture { oldest[key] = moment }
        }
        submissions.forEach { if $0.state != .orphaned { see($0.event.record.topicPartition, $0.event.takenOnAt) } }
        publications.forEach { see($0.record.topicPartition, $0.takenOnAt) }
        return oldest
    }

    /// How many events of each lane have less than so long left until their deadline.
    func nearDeadline(within duration: Duration, at date: UnixTime) -> [LaneID: Int] {
        var counts: [LaneID: Int] = [:]
        submissions.forEach {
            if $0.state != .orphaned, $0.event.deadline < date + duration { counts[$0.event.lane, default: 0] += 1 }
        }
        return counts
    }

    /// Records whose dead letters are larger than their topic takes, however reduced.
    var lettersTooLarge: [KafkaRecord] {
        var records: [KafkaRecord] = []
        publications.forEach { if case .tooLarge = $0.size { records.append($0.record) } }
        return records
    }

    /// Records of its partitions that are not finished or not yet taken, as far as their ends are known.
    var lag: Int64 { partitions.values.compactMap(\.lag).reduce(0, +) }

    /// What the broker has refused at least once and does not have yet, and since when the oldest of it is here.
    var unpublished: (count: Int, since: Moment?) {
        var (count, since): (Int, Moment?) = (0, nil)
        publications.forEach {
            guard $0.failures > 0 else { return }
            count += 1
            if $0.takenOnAt.instant < since?.instant ?? .distantFuture { since = $0.takenOnAt }
        }
        return (count, since)
    }

    /// What keeps this worker from doing its work, in a line each; empty when nothing does.
    package var unreadiness: [String] { hindrances.map(\.reason) }

    /// What keeps this worker from doing its work; empty when nothing does.
    var hindrances: [Hindrance] {
        var hindrances = Condition.allCases.compactMap { condition in
            watch.faults[condition].map { Hindrance.missing(condition, $0) }
        }
        if !group.hasJoined { hindrances.append(.notJoined) }
        switch life {
        case .running: break
        case .braked: hindrances.append(.braked)
        case .draining(let reason, _), .committing(let reason, _): hindrances.append(.ending(reason))
        case .closed: hindrances.append(.ending(.stopped))
        }
        if let fault = producer.fault { hindrances.append(.producerFailed(fault)) }
        // A few show what it is about; the metric counts all.
        hindrances += lettersTooLarge.prefix(5).map { .letterTooLarge("\($0.topicPartition)@\($0.offset)") }
        let unpublished = unpublished.count
        if unpublished > 0 { hindrances.append(.unpublished(unpublished)) }
        let unread = outcomeLoads.holdingCount
        if unread > 0 { hindrances.append(.outcomesUnread(unread)) }
        if dispatcher.isEveryLanePaused { hindrances.append(.everyAppPaused) }
        return hindrances
    }
}

extension Partition {
    /// Records behind the end of the log that are not finished here, or not taken yet.
    var lag: Int64? {
        guard let endOffset, let position = tracker.position else { return nil }
        return max(0, endOffset - position)
    }
}
