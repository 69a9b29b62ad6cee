import Flow
import Kafka
import Worker

extension SmallWorld {
    mutating func order(_ entries: [CommitEntry]) {
        if commit != nil { violate("two commits are out") }
        if Set(entries.map(\.topicPartition)).count < entries.count {
            violate("a partition is committed twice at once")
        }
        let entries = entries.sorted { $0.topicPartition.partition < $1.topicPartition.partition }.map(changed)
        for entry in entries { check(entry) }
        commit = CommitOut(entries: entries)
    }

    /// What a lie makes of an entry.
    private func changed(_ entry: CommitEntry) -> CommitEntry {
        let shift: Int64 =
            switch mutation {
            case .commitsTooFar: 1
            case .commitsBack: -1
            default: 0
            }
        return CommitEntry(
            topicPartition: entry.topicPartition,
            nextOffset: entry.nextOffset + shift,
            metadata: entry.metadata
        )
    }

    private mutating func check(_ entry: CommitEntry) {
        let number = entry.topicPartition.partition
        let partition = partitions[Int(number)]
        guard partition.isAssigned else { return violate("\(number) is committed, but is not the pipeline's") }
        let said = NaivePartition.Commit(position: entry.nextOffset, above: above(entry).intersection(partition.log))
        if let open = partition.log.subtracting(partition.ended).min(), open < said.position {
            violate("\(number):\(said.position) is committed, but \(open) is open")
        }
        if said.position < partition.committed ?? 0 {
            violate("\(number) goes back to \(said.position) from \(partition.committed ?? 0)")
        }
        if !said.above.isSubset(of: partition.ended) {
            violate("\(said.above.sorted()) of \(number) are said to be done, but \(partition.ended.sorted()) are")
        }
        if said.position != partition.position || said.above != partition.doneAbove {
            violate("\(said) of \(number), \(partition.position ?? -1) and \(partition.doneAbove.sorted()) expected")
        }
        if said == partition.confirmed { violate("\(said) of \(number) is no news") }
    }

    /// The offsets above its position that an entry calls done.
    private mutating func above(_ entry: CommitEntry) -> Set<Int64> {
        guard let metadata = entry.metadata else { return [] }
        do {
            let done = try CommitMetadata.done(from: Array(metadata.utf8), above: entry.nextOffset)
            return Set((0..<10 as Range<Int64>).filter(done.contains))
        } catch {
            violate("the metadata of \(entry.topicPartition.partition):\(entry.nextOffset) is \(error)")
            return []
        }
    }

    /// The broker takes the commit that is out.
    mutating func takeCommit() {
        commit?.isTaken = true
        for entry in commit?.entries ?? [] {
            let index = Int(entry.topicPartition.partition)
            partitions[index].committed = entry.nextOffset
            partitions[index].committedAbove = above(entry)
            partitions[index].metadata = entry.metadata
        }
    }

    /// The pipeline hears what became of its commit.
    mutating func answerCommit(isTaken: Bool) {
        if isTaken, commit?.isTaken == false { takeCommit() }
        guard let commit else { return }
        self.commit = nil
        if isTaken { confirm(commit) }
        let error = KafkaError(code: .timedOut, reason: "no answer")
        let isReported = !isTaken && mutation != .refusedCommitHidden
        let outcomes = commit.entries.map {
            CommitOutcome(
                topicPartition: $0.topicPartition,
                nextOffset: $0.nextOffset,
                error: isReported ? error : nil
            )
        }
        input(.polled([.committed(outcomes)]))
    }

    private mutating func confirm(_ commit: CommitOut) {
        guard commit.isCurrent else { return }
        for entry in commit.entries {
            let index = Int(entry.topicPartition.partition)
            partitions[index].confirm(
                .init(position: entry.nextOffset, above: above(entry).intersection(partitions[index].log))
            )
        }
    }
}
