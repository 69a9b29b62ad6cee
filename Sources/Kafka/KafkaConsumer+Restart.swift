/// Starting partitions again that librdkafka has given up: it takes no seek for those, only an assignment.
extension KafkaConsumer {
    func scheduleRestart(of partition: TopicPartition, at due: ContinuousClock.Instant, from start: StartPosition) {
        guard let index = assignment.index(of: partition) else { return }
        assignment[index].position = nil
        assignment[index].restart = (due, start)
    }

    /// Starts what is due, but not while a rebalance is held: librdkafka would take it for the answer to that.
    func restartDue(_ events: inout [ConsumerEvent]) {
        guard held == nil, let due = assignment.nextRestart, due <= .now else { return }
        let indices = assignment.partitions.indices.filter { assignment[$0].restart != nil }
        let starts = indices.map { index in
            let partition = assignment[index]
            return PartitionStart(partition.topicPartition, at: nil, or: partition.restart?.from ?? start)
        }
        for index in indices { assignment[index].restart = nil }
        if client.isCooperative {
            reassign(starts, &events)
        } else {
            reassignAll(with: starts, &events)
        }
    }

    private func reassign(_ starts: [PartitionStart], _ events: inout [ConsumerEvent]) {
        if let error = client.unassign(starts.map(\.topicPartition)) ?? client.assign(starts) {
            events.append(.failure(error))
        }
    }

    /// The eager protocol knows whole assignments only, so the others are given anew where they are.
    private func reassignAll(with starts: [PartitionStart], _ events: inout [ConsumerEvent]) {
        let restarted = Set(starts.map(\.topicPartition))
        let others = assignment.partitions.filter { !restarted.contains($0.topicPartition) }
        let paused = assignment.paused
        setPaused(false, paused, &events)
        let all = starts + others.map { PartitionStart($0.topicPartition, at: $0.position, or: start) }
        if let error = client.assign(all) { events.append(.failure(error)) }
        setPaused(true, paused, &events)
    }
}
