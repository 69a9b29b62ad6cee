import Flow
import Kafka
import Worker

extension SmallWorld {
    mutating func assign() {
        for index in partitions.indices { partitions[index].assign() }
        if partitions.contains(where: { $0.metadata != nil }) { returnsMetadata = true }
        input(.polled([.assigned(owned.map(assignedPartition))]))
    }

    private func assignedPartition(_ partition: Int32) -> AssignedPartition {
        let naive = partitions[Int(partition)]
        return AssignedPartition(
            topicPartition: Simulation.partition(partition),
            committed: naive.committed,
            metadata: naive.metadata.map { Array($0.utf8) },
            partitionCount: partitions.count
        )
    }

    mutating func revoke() {
        holdsRevoke = true
        for index in partitions.indices {
            partitions[index].revoke(out: offsetsOut(of: index), isTold: returnsMetadata)
        }
        input(.polled([.revoking(owned.map(Simulation.partition))]))
    }

    /// What is out of a partition's present assignment.
    private func offsetsOut(of index: Int) -> Set<Int64> {
        let mine = out.filter { Int($0.record.partition) == index && $0.isCurrent }
        return Set(mine.map(\.record.offset))
    }

    mutating func lose() {
        let lost = owned.map(Simulation.partition)
        letGo()
        input(.polled(mutation == .lossUntold ? [] : [.lost(lost)]))
    }

    /// The pipeline has completed the revocation.
    mutating func release() {
        guard holdsRevoke else { return violate("a revocation is completed that nobody asked for") }
        for index in partitions.indices where !offsetsOut(of: index).isEmpty {
            violate("\(index) is let go of with \(offsetsOut(of: index).sorted()) out")
        }
        letGo()
    }

    private mutating func letGo() {
        for index in partitions.indices { partitions[index].drop() }
        for index in out.indices { out[index].isCurrent = false }
        commit?.isCurrent = false
        holdsRevoke = false
        paused = []
    }
}
