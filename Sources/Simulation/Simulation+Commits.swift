import Flow
import Kafka

extension Simulation {
    mutating func order(_ entries: [CommitEntry], from worker: Int) {
        if workers[worker].isCommitOut { violate(.finishes, "worker \(worker) has two commits out") }
        workers[worker].isCommitOut = true
        workers[worker].drainRanOut = !workers[worker].out.isEmpty
        let request = Occurrence.CommitRequest(
            worker: worker,
            life: workers[worker].life,
            member: workers[worker].member,
            generation: workers[worker].generation,
            entries: entries.sorted { $0.topicPartition.partition < $1.topicPartition.partition }
        )
        after(.milliseconds(pick(1...15)), .commits(request))
    }

    /// The coordinator has a commit before it.
    mutating func answer(_ request: Occurrence.CommitRequest) {
        let outcomes = request.entries.map { entry in
            CommitOutcome(
                topicPartition: entry.topicPartition,
                nextOffset: entry.nextOffset,
                error: decide(entry, of: request)
            )
        }
        let isLate = trouble.contains(.commits) && chance(0.1)
        let wait = Duration.milliseconds(isLate ? pick(4000...9000) : pick(1...15))
        after(wait, .toWorker(request.worker, life: request.life, .outcomes(outcomes)))
    }

    private mutating func decide(_ entry: CommitEntry, of request: Occurrence.CommitRequest) -> KafkaError? {
        let partition = entry.topicPartition.partition
        if let code = refusal(of: request) {
            ledger.fault(in: partition)
            record("commit \(partition):\(entry.nextOffset) of worker \(request.worker) is refused: \(code)")
            return KafkaError(code: code, reason: "refused")
        }
        let isLost = trouble.contains(.commits) && chance(0.4)
        if isLost { ledger.fault(in: partition) }
        // A commit whose answer is lost may have been taken.
        if !isLost || chance(0.5) { take(entry) }
        return isLost ? KafkaError(code: .timedOut, reason: "no answer") : nil
    }

    private func refusal(of request: Occurrence.CommitRequest) -> KafkaErrorCode? {
        guard group.contains(request.member) else { return .unknownMemberID }
        if group.isPreparing, !plan.takesCommitsInRebalance { return .rebalanceInProgress }
        return request.generation == group.generation ? nil : .illegalGeneration
    }

    private mutating func take(_ entry: CommitEntry) {
        let partition = entry.topicPartition.partition
        let offset = entry.nextOffset + (mutation == .commitsTooFar ? 1 : mutation == .commitsBack ? -1 : 0)
        record("commit \(partition):\(offset) \(entry.metadata ?? "")")
        if offset < committed(partition) {
            violate(.commitsOnlyWhatIsDone, "\(partition) went back to \(offset) from \(committed(partition))")
        }
        if let open = ledger.firstOpen(below: offset, in: partition) {
            violate(.commitsOnlyWhatIsDone, "\(partition):\(offset) is committed, but \(open.offset) is open")
        }
        checkMetadata(entry)
        group.committed[partition] = SimulatedGroup.Committed(
            offset: offset,
            metadata: plan.keepsMetadata ? entry.metadata : nil
        )
    }

    private mutating func checkMetadata(_ entry: CommitEntry) {
        guard let metadata = entry.metadata else { return }
        let partition = entry.topicPartition.partition
        do {
            let done = try CommitMetadata.done(from: Array(metadata.utf8), above: entry.nextOffset)
            let log = ledger.logs[Int(partition)]
            for record in log.records[log.index(from: entry.nextOffset)...] {
                guard done.contains(record.offset), !ledger.isDone(record) else { continue }
                violate(.commitsOnlyWhatIsDone, "\(partition):\(record.offset) is said to be done, but is open")
            }
        } catch {
            violate(.commitsOnlyWhatIsDone, "the metadata of \(partition):\(entry.nextOffset) is \(error)")
        }
    }
}
