import Flow
import Kafka
import Worker

extension Simulation {
    mutating func join(_ worker: Int) {
        workers[worker].member = group.join(worker)
        rebalance()
    }

    mutating func leave(_ member: Int) {
        _ = group.remove(member)
        rebalance()
    }

    private mutating func rebalance() {
        for (member, worker) in group.prepare() { tell(worker, as: member, .revoking) }
        completeWhenReady()
    }

    private mutating func completeWhenReady() {
        guard group.isReady else { return }
        after(.milliseconds(pick(20...300)), .assigns(preparation: group.preparation))
    }

    mutating func assign(_ preparation: Int) {
        guard group.isReady, group.preparation == preparation else { return }
        for (member, worker, partitions) in group.assign(partitionCount: plan.partitionCount) {
            tell(worker, as: member, .assigned(partitions, generation: group.generation))
        }
    }

    /// Nobody hears what is meant for a process that is gone.
    private mutating func tell(_ worker: Int, as member: Int, _ message: SimulatedWorker.Message) {
        guard workers[worker].member == member else { return }
        workers[worker].inbox.append(message)
        wake(worker)
    }

    mutating func endSession(of member: Int) {
        if group.contains(member) { evict(member) }
    }

    /// Puts a member out of the group: if it lives, it goes on until it learns of it.
    mutating func evict(_ member: Int) {
        record("member \(member) is put out of the group")
        for partition in group.remove(member) { ledger.fault(in: partition) }
        for worker in workers where worker.member == member {
            excuseUnsaid(of: worker)
        }
        rebalance()
    }

    mutating func learn(_ worker: Int, ofEviction member: Int) {
        guard workers[worker].member == member, !group.contains(member) else { return }
        workers[worker].member = nil
        workers[worker].inbox.append(.lost)
        wake(worker)
    }

    /// What the adapter makes of the group's message.
    mutating func take(_ message: SimulatedWorker.Message, for worker: Int) -> ConsumerEvent? {
        switch message {
        case .event(let event): return event
        case .assigned(let partitions, let generation):
            workers[worker].generation = generation
            record("worker \(worker) is assigned \(partitions)")
            return .assigned(partitions.map { assigned($0, to: worker) })
        case .revoking:
            workers[worker].revokeNumber += 1
            let mine = workers[worker].positions.keys.sorted()
            workers[worker].holdsRevoke = true
            record("worker \(worker) is to give up \(mine)")
            // The drain, the last commit, and two seconds for everything else.
            let number = workers[worker].revokeNumber
            let limit = plan.policy.revokeDrain + .seconds(7)
            after(limit, .toWorker(worker, life: workers[worker].life, .mustHaveRevoked(number: number)))
            return .revoking(mine.map(Self.partition))
        case .lost:
            let mine = workers[worker].positions.keys.sorted()
            giveUp(worker)
            record("worker \(worker) has lost \(mine)")
            // As librdkafka does: it joins again when the loss has been taken note of.
            join(worker)
            return mine.isEmpty || mutation == .lossUntold ? nil : .lost(mine.map(Self.partition))
        }
    }

    private mutating func assigned(_ partition: Int32, to worker: Int) -> AssignedPartition {
        ledger.handOver(partition)
        let committed = group.committed[partition]
        workers[worker].positions[partition] = committed?.offset ?? 0
        if !plan.keepsMetadata { ledger.excuseAccepted(above: committed?.offset ?? 0, in: partition) }
        return AssignedPartition(
            topicPartition: Self.partition(partition),
            committed: committed?.offset,
            metadata: committed?.metadata.map { Array($0.utf8) },
            partitionCount: mutation == .sharesTooLarge ? 1 : plan.partitionCount
        )
    }

    /// The worker has completed its revoke.
    mutating func release(_ worker: Int) {
        guard workers[worker].holdsRevoke else { return }
        let (mine, out) = (workers[worker].positions.keys.sorted(), workers[worker].out.count)
        record("worker \(worker) lets go of \(mine), \(out) out")
        giveUp(worker)
        guard let member = workers[worker].member, group.contains(member) else { return }
        group.owned[member] = []
        completeWhenReady()
    }
}
