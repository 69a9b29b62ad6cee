internal import CRdkafka

extension KafkaConsumer {
    /// Adds what an event of librdkafka's means.
    func receive(_ event: borrowing ClientEvent, _ events: inout [ConsumerEvent]) {
        switch event.type {
        case RD_KAFKA_EVENT_FETCH: receiveRecord(event, &events)
        case RD_KAFKA_EVENT_REBALANCE where isClosing: rebalanceWhileClosing(event, &events)
        case RD_KAFKA_EVENT_REBALANCE: rebalance(event, &events)
        case RD_KAFKA_EVENT_OFFSET_COMMIT: settleCommit(event, &events)
        case RD_KAFKA_EVENT_ERROR: fail(event, &events)
        case RD_KAFKA_EVENT_LOG: if let line = event.logLine { events.append(.log(line)) }
        case RD_KAFKA_EVENT_STATS: events.append(.statistics(String(cString: rd_kafka_event_stats(event.pointer))))
        default: break  // Nothing else was asked for.
        }
    }

    private func receiveRecord(_ event: borrowing ClientEvent, _ events: inout [ConsumerEvent]) {
        guard !isClosing,
            let message = rd_kafka_event_message_next(event.pointer),
            let topic = rd_kafka_topic_name(message.pointee.rkt),
            let index = assignment.index(of: topic, message.pointee.partition)
        else { return }
        // Handed on before: librdkafka has rewound (see `setPaused`).
        if let position = assignment[index].position, message.pointee.offset < position { return }
        assignment[index].position = message.pointee.offset + 1
        isNudged = false
        events.append(.record(KafkaRecord(message, in: assignment[index].topicPartition)))
    }

    private func settleCommit(_ event: borrowing ClientEvent, _ events: inout [ConsumerEvent]) {
        let whole = KafkaError(failed: event.code)
        let answers = event.partitions.map { element in
            let partition = TopicPartition(element)
            return (partition, KafkaError(failed: element.err, at: partition))
        }
        let errors = Dictionary(answers) { $1 }
        events.append(.committed(committing.map { CommitOutcome($0, (errors[$0.topicPartition] ?? nil) ?? whole) }))
        committing = []
    }

    private func fail(_ event: borrowing ClientEvent, _ events: inout [ConsumerEvent]) {
        let error = event.error(from: client.client)
        guard error.code == .positionLost, let partition = error.topicPartition else {
            return events.append(.failure(error))
        }
        losePosition(in: partition, error, &events)
    }

    private func losePosition(in partition: TopicPartition, _ error: KafkaError, _ events: inout [ConsumerEvent]) {
        guard let index = assignment.index(of: partition) else { return }
        guard let position = assignment[index].position else {
            // There was none to lose: its beginning or end could not be looked up.
            scheduleRestart(of: partition, at: .now + .seconds(1), from: start)
            return events.append(.failure(error))
        }
        let loss = PositionLoss(
            topicPartition: partition,
            position: position,
            available: client.availableOffsets(of: partition, within: .seconds(1)),
            reason: error.reason
        )
        events.append(.positionLost(loss))
    }
}
