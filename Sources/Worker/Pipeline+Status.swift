import Flow
import Kafka

extension Pipeline {
    /// Since when the oldest open record of each partition has been held; partitions without one are left out.
    func oldestOpen() -> [TopicPartition: Moment] {
        var oldest: [TopicPartition: Moment] = [:]
        func see(_ key: TopicPartition, _ moment: Moment) {
            if moment.instant < oldest[key]?.instant ?? .distantFuture { oldest[key] = moment }
        }
        submissions.forEach { if $0.state != .orphaned { see($0.record.topicPartition, $0.takenOnAt) } }
        publications.forEach { see($0.record.topicPartition, $0.takenOnAt) }
        return oldest
    }

    /// How many events of each lane have less than so long left until their deadline.
    func nearDeadline(within duration: Duration, at date: UnixTime) -> [LaneID: Int] {
        var counts: [LaneID: Int] = [:]
        submissions.forEach {
            if $0.state != .orphaned, $0.deadline < date + duration { counts[$0.lane, default: 0] += 1 }
        }
        return counts
    }

    /// Records whose dead letters are larger than their topic takes, however reduced.
    var lettersTooLarge: [KafkaRecord] {
        var records: [KafkaRecord] = []
        publications.forEach { if case .tooLarge = $0.size { records.append($0.record) } }
        return records
    }

    /// What keeps this worker from doing its work; empty when nothing does.
    package var unreadiness: [String] {
        var reasons: [String] = []
        for condition in Condition.allCases {
            if let fault = watch.faults[condition] { reasons.append("\(condition.rawValue): \(fault)") }
        }
        if !group.hasJoined { reasons.append("no assignment from the consumer group yet") }
        switch life {
        case .running: break
        case .braked: reasons.append("the dead-letter brake has tripped")
        case .draining, .committing, .closed: reasons.append("the worker is ending")
        }
        if let fault = producer.fault { reasons.append("the producer failed for good and is replaced soon: \(fault)") }
        // A few show what it is about; the metric counts all.
        for record in lettersTooLarge.prefix(5) {
            reasons.append("the dead letter of \(record.topicPartition)@\(record.offset) is too large for its topic")
        }
        let unpublished = publications.count { $0.failures > 0 }
        if unpublished > 0 {
            reasons.append("\(unpublished) dead letters, outcomes or parked records wait for the broker")
        }
        let unread = outcomeLoads.holdingCount
        if unread > 0 { reasons.append("\(unread) partitions wait until their outcomes are read") }
        if dispatcher.isEveryLanePaused { reasons.append("the App Store refuses every app that has events waiting") }
        return reasons
    }
}

extension Partition {
    /// Records behind the end of the log that are not finished here, or not taken yet.
    var lag: Int64? {
        guard let endOffset, let position = tracker.position else { return nil }
        return max(0, endOffset - position)
    }
}
