extension KafkaConsumer {
    /// Carries out the orders of a turn.
    func obey(_ turn: ConsumerTurn, _ events: inout [ConsumerEvent]) {
        if !turn.commit.isEmpty { commit(turn.commit, &events) }
        if turn.completesRevocation, case .revocation(let partitions) = held { release(partitions, &events) }
        setPaused(true, turn.pause, &events)
        setPaused(false, turn.resume, &events)
        for partition in turn.restart { scheduleRestart(of: partition, at: .now, from: .beginning) }
        if turn.wantsEndOffsets { events.append(.endOffsets(endOffsets())) }
    }

    func commit(_ entries: [CommitEntry], _ events: inout [ConsumerEvent]) {
        precondition(committing.isEmpty, "a commit is outstanding: \(committing)")
        if let error = client.commit(entries) {
            events.append(.committed(entries.map { CommitOutcome($0, error) }))
        } else {
            committing = entries
        }
    }

    /// Pauses what runs or resumes what is paused, and nothing else: before librdkafka 2.4.0 a partition that is
    /// resumed without having been paused reads again what it has handed on (confluentinc/librdkafka#4686).
    func setPaused(_ isPaused: Bool, _ partitions: [TopicPartition], _ events: inout [ConsumerEvent]) {
        let indices = partitions.compactMap(assignment.index).filter { assignment[$0].isPaused != isPaused }
        guard !indices.isEmpty else { return }
        let changing = indices.map { assignment[$0].topicPartition }
        if let error = isPaused ? client.pause(changing) : client.resume(changing) {
            events.append(.failure(error))
        } else {
            for index in indices { assignment[index].isPaused = isPaused }
            if !isPaused { isNudged = false }
        }
    }

    private func endOffsets() -> [TopicPartition: Int64] {
        let known = assignment.partitions.compactMap { partition in
            client.knownEnd(of: partition.topicPartition).map { (partition.topicPartition, $0) }
        }
        return Dictionary(known) { $1 }
    }
}

extension CommitOutcome {
    init(_ entry: CommitEntry, _ error: KafkaError?) {
        self.init(topicPartition: entry.topicPartition, nextOffset: entry.nextOffset, error: error)
    }
}
