import Kafka

/// Something that keeps the worker from doing its work: while there is any, it is not ready.
enum Hindrance: Sendable {
    case missing(Condition, KafkaError)
    /// The consumer group has given no assignment yet.
    case notJoined
    case braked
    case ending(ExitReason)
    /// The client that publishes has failed for good.
    case producerFailed(KafkaError)
    /// Its topic does not take the dead letter of this record.
    case letterTooLarge(String)
    /// So many dead letters, outcomes or parked records that the broker did not take.
    case unpublished(Int)
    /// So many partitions wait until their outcomes are read.
    case outcomesUnread(Int)
    case everyAppPaused

    /// For a person.
    var reason: String {
        switch self {
        case .missing(let condition, let error): "\(condition.missing): \(error)"
        case .notJoined: "no assignment from the consumer group yet"
        case .braked: "the dead-letter brake has tripped"
        case .ending(.positionLost(let loss)):
            "the worker is ending: the position of \(loss.topicPartition) is not in the log"
        case .ending(.kafkaFailed(let error)): "the worker is ending: \(error)"
        case .ending: "the worker is ending"
        case .producerFailed(let fault): "the producer failed for good and is replaced soon: \(fault)"
        case .letterTooLarge(let record): "the dead letter of \(record) is too large for its topic"
        case .unpublished(let count): "\(count) dead letters, outcomes or parked records wait for the broker"
        case .outcomesUnread(let count): "\(count) partitions wait until their outcomes are read"
        case .everyAppPaused: "the App Store refuses every app that has events waiting"
        }
    }

    /// Which check of `/readyz` it fails.
    var check: ReadinessCheck {
        switch self {
        case .missing(.brokers, _): .brokers
        case .missing(.topics, _): .topics
        case .missing(.outcomes, _): .outcomes
        case .missing(.access, _): .access
        case .notJoined: .group
        case .braked: .brake
        case .ending: .running
        case .producerFailed, .letterTooLarge, .unpublished: .publishing
        case .outcomesUnread: .outcomes
        case .everyAppPaused: .apps
        }
    }
}

/// What `/readyz` looks at; the raw values are its names, which monitoring may rely on.
enum ReadinessCheck: String, CaseIterable, Sendable {
    case brokers, topics, access, group, brake, running, publishing, outcomes, apps
}
