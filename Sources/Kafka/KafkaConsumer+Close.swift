internal import CRdkafka

extension KafkaConsumer {
    /// Commits, then leaves the group, so that the others get the partitions at once; over within the limit.
    ///
    /// Leaving does not depend on the commit: that may take half of the limit. When the group has not been left by
    /// the end, librdkafka hangs (seen in 2.0.2 when brokers go and come) and the process should end.
    package func close(committing entries: [CommitEntry] = [], within limit: Duration) -> Departure {
        var events: [ConsumerEvent] = []
        let deadline = ContinuousClock.now + limit
        isClosing = true
        serve(until: deadline - limit / 2, &events) { committing.isEmpty }
        if !entries.isEmpty, committing.isEmpty { commit(entries, &events) }
        serve(until: deadline - limit / 2, &events) { committing.isEmpty }
        releaseHeld(&events)
        if let error = client.beginClosing() { events.append(.failure(error)) }
        serve(until: deadline, &events) { client.isClosed }
        return Departure(events: events, hasLeftGroup: client.isClosed)
    }

    /// Carries out a change of the assignment on the way out: librdkafka waits for the answer to each.
    func rebalanceWhileClosing(_ event: borrowing ClientEvent, _ events: inout [ConsumerEvent]) {
        let partitions = event.partitions.map { TopicPartition($0) }
        if event.code == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS {
            held = .assignment(partitions, due: .now, patience: HeldRebalance.patience)
            releaseHeld(&events)
        } else {
            release(partitions, &events)
        }
    }

    private func releaseHeld(_ events: inout [ConsumerEvent]) {
        switch held {
        case .revocation(let partitions):
            release(partitions, &events)
        case .assignment(let partitions, _, _):
            // Taken where it stands and never read: it is revoked next.
            let taken = partitions.map { PartitionStart($0, at: nil, or: .end) }
            if let error = client.assign(taken) { events.append(.failure(error)) }
            held = nil
        case nil:
            break
        }
    }

    private func serve(
        until deadline: ContinuousClock.Instant,
        _ events: inout [ConsumerEvent],
        _ isDone: () -> Bool
    ) {
        // Short waits: librdkafka does not wake the queue when it has closed.
        while !isDone(), .now < deadline {
            if let event = client.poll(timeout: 20) { receive(event, &events) }
        }
    }
}

/// How a consumer went.
package struct Departure: Sendable {
    /// What happened on the way out, the answer to the commit included; no records.
    package let events: [ConsumerEvent]
    /// `false` when librdkafka did not get it done within the limit.
    package let hasLeftGroup: Bool
}
