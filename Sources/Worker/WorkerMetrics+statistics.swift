import Kafka
import Metrics

extension WorkerMetrics {
    /// Takes over what librdkafka's consumer says about itself.
    mutating func record(_ statistics: KafkaStatistics) {
        for broker in statistics.brokers { record(broker) }
        fetchQueueRecords.set(to: Double(statistics.fetchedRecords))
        fetchQueueSize.set(to: Double(statistics.fetchedBytes))
        guard let group = statistics.group else { return }
        groupState.set(GroupStateLabels(state: group.state, joinState: group.joinState), to: 1)
        rebalances.set(NoLabels(), total: Double(group.rebalances))
    }

    private mutating func record(_ broker: KafkaStatistics.Broker) {
        let label = broker.id.map { BrokerLabel.node($0) } ?? .coordinator
        brokerUp.set(label, to: broker.isUp ? 1 : 0)
        if let roundTrip = broker.roundTrip { brokerRoundTrip.set(label, to: roundTrip) }
        brokerTransmitErrors.set(label, total: Double(broker.transmitErrors))
        brokerReceiveErrors.set(label, total: Double(broker.receiveErrors))
        brokerTimeouts.set(label, total: Double(broker.timeouts))
    }

    /// Takes over where the time of the loop went.
    mutating func record(_ spent: [StatusDesk.Duty: Duration]) {
        for phase in PhaseLabel.allCases {
            let duties = spent.filter { $0.key.phase == phase }
            loopTime.set(phase, total: duties.values.reduce(.zero, +))
        }
    }
}

extension StatusDesk.Duty {
    fileprivate var phase: PhaseLabel {
        switch self {
        case .waiting: .poll
        case .deciding: .decide
        case .reporting, .ordering: .perform
        }
    }
}
