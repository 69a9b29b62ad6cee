import Flow
import Kafka

/// Looking out for what would otherwise stay unnoticed: topics that are gone, brokers that are silent, work that stands
/// still.
extension Pipeline {
    mutating func orderCheck(at now: Instant) {
        guard !watch.isCheckOut, watch.checkedAt.map({ $0 + policy.checkInterval <= now }) ?? true else { return }
        actions.append(.check(partitions.keys))
        watch.isCheckOut = true
        watch.checkedAt = now
    }

    mutating func learn(_ check: BrokerCheck, at now: Moment) {
        watch.isCheckOut = false
        if let error = check.error, error.code.isSilence {
            miss(error, at: now)
        } else {
            (watch.hasReached, watch.refusal) = (true, nil)
            set(.brokers, to: nil)
            // Silence would say nothing about the topics.
            set(.topics, to: check.error, topic: check.topic)
        }
        learn(check.endOffsets)
    }

    /// Takes note of where partitions end.
    ///
    /// Of two answers the later end is the newer one: what was fetched last is old where a partition is paused.
    mutating func learn(_ ends: [TopicPartition: Int64]) {
        for (key, end) in ends {
            partitions.change(key) { $0.endOffset = max($0.endOffset ?? 0, end) }
        }
    }

    /// Ends the worker over credentials that no broker has ever taken, at two checks; those taken once may be again, and
    /// where there is no token yet no broker has refused anything.
    private mutating func miss(_ error: KafkaError, at now: Moment) {
        if let refusal = watch.faults[.brokers], refusal.code == .authentication, !refusal.isMissingToken,
            !watch.hasReached
        {
            stop(.kafkaFailed(refusal), at: now)
        } else {
            set(.brokers, to: watch.refusal ?? error)
        }
    }

    /// Hears an error of a client: what follows from a refused connection is not told beside it.
    mutating func hear(_ error: KafkaError) {
        if error.code.isConnectionRefusal {
            watch.refusal = error
            // Whether others answer shows at the next check.
            if watch.hasReached, watch.faults[.brokers] == nil { note(.kafka(error)) }
        } else if !error.code.isSilence || watch.refusal == nil {
            note(.kafka(error))
        }
    }

    /// Hears a line of a client's log, unless it repeats a refused connection.
    mutating func hear(_ line: KafkaLogLine) {
        if line.facility != "FAIL" || watch.refusal == nil { note(.clientLog(line)) }
    }

    /// Takes note of a change, once.
    mutating func set(_ condition: Condition, to fault: KafkaError?, topic: String? = nil) {
        let known = watch.faults[condition]
        guard known?.code != fault?.code || known?.isMissingToken != fault?.isMissingToken else { return }
        watch.faults[condition] = fault
        if let fault {
            note(.missing(condition, fault, topic: topic))
        } else {
            note(.restored(condition))
        }
    }

    /// Compares once a second what stands still now with what did before.
    mutating func watchOverStalls(at now: Instant) {
        guard watch.lookedForStallsAt.map({ $0 + .seconds(1) <= now }) ?? true else { return }
        watch.lookedForStallsAt = now
        let stalls = stalls(at: now)
        defer { watch.stalls = stalls }
        guard stalls.isEmpty != watch.stalls.isEmpty else { return }
        note(stalls.isEmpty ? .stallOver : .stalled(stalls))
    }

    private func stalls(at now: Instant) -> Set<Stall> {
        guard life.takesRecords, watch.faults.isEmpty else { return [] }
        var stalls: Set<Stall> = []
        if let since = watch.joiningSince, isLongAgo(since, now) { stalls.insert(.joining) }
        let still = partitions.filter { $1.lag ?? 0 > 0 && !$1.isRevoking && isLongAgo($1.movedAt, now) }
        guard !still.isEmpty else { return stalls }
        let excused = partitionsWithReason(at: now)
        for (key, partition) in still where !excused.contains(key) {
            // Memory is full of other partitions' records: those stand still, or nothing does.
            if turn.isPaused, partition.tracker.oldestOpen == nil { continue }
            stalls.insert(.partition(key))
        }
        return stalls
    }

    private func isLongAgo(_ moment: Instant, _ now: Instant) -> Bool {
        moment + policy.stallAfter <= now
    }

    /// Partitions with an open record that waits for something known: a restart would not help.
    private func partitionsWithReason(at now: Instant) -> Set<TopicPartition> {
        var excused: Set<TopicPartition> = []
        submissions.forEach { submission in
            let waitsForRetry = submission.state == .queued && submission.history.attempts > 0
            let laneMoves = dispatcher.answeredAt(in: submission.event.lane).map { !isLongAgo($0, now) } ?? false
            guard waitsForRetry || laneMoves || !dispatcher.isMoving(submission.event.lane, at: now) else { return }
            excused.insert(submission.event.record.topicPartition)
        }
        publications.forEach { if $0.failures > 0 { excused.insert($0.record.topicPartition) } }
        return excused
    }
}
