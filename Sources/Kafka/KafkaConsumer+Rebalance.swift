internal import CRdkafka

extension KafkaConsumer {
    /// Takes up a change of the assignment: carried out at once, or held until it can be.
    func rebalance(_ event: borrowing ClientEvent, _ events: inout [ConsumerEvent]) {
        let partitions = event.partitions.map { TopicPartition($0) }
        switch event.code {
        case RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS:
            begin(partitions, &events)
        case RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS where client.isAssignmentLost:
            lose(partitions, &events)
        case RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS where !partitions.isEmpty:
            held = .revocation(partitions)
            events.append(.revoking(partitions))
        case RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS:
            release(partitions, &events)
        default:
            events.append(.failure(KafkaError(event.code)))
            lose(assignment.partitions.map(\.topicPartition), &events)
        }
    }

    /// Goes on with what is held, where that can be done now.
    func advanceHeld(_ events: inout [ConsumerEvent]) {
        switch held {
        case .assignment(let partitions, let due, let patience) where due <= .now:
            begin(partitions, patience: patience, &events)
        case .revocation(let partitions) where client.isAssignmentLost: lose(partitions, &events)
        default: break
        }
    }

    /// Starts reading at the committed positions.
    ///
    /// They are asked for first: what librdkafka looks up by itself leaves out the metadata, and a position that cannot
    /// be had must not become a start from scratch.
    private func begin(
        _ partitions: [TopicPartition],
        patience: Duration = HeldRebalance.patience,
        _ events: inout [ConsumerEvent]
    ) {
        do throws(KafkaError) {
            let assigned =
                partitions.isEmpty ? [] : try client.committed(partitions, among: topics, within: patience)
            let starts = assigned.map { PartitionStart($0.topicPartition, at: $0.committed, or: start) }
            if let error = client.assign(starts) { throw error }
            held = nil
            assignment.add(assigned)
            isNudged = false
            events.append(.assigned(assigned))
        } catch {
            // A cluster that is slow now would never be asked for long enough.
            let next = min(patience * 2, HeldRebalance.longestPatience)
            held = .assignment(partitions, due: .now + .milliseconds(500), patience: next)
            events.append(.failure(error))
        }
    }

    /// Lets go of partitions, and of their pauses: in librdkafka 2.0.2 a partition that is given up paused comes back
    /// paused.
    func release(_ partitions: [TopicPartition], _ events: inout [ConsumerEvent]) {
        setPaused(false, partitions, &events)
        if let error = client.unassign(partitions) { events.append(.failure(error)) }
        held = nil
        assignment.remove(partitions)
    }

    private func lose(_ partitions: [TopicPartition], _ events: inout [ConsumerEvent]) {
        release(partitions, &events)
        events.append(.lost(partitions))
    }
}
