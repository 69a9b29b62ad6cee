package import AppStoreServer
package import Flow
package import Kafka

/// What the loop has to do for the pipeline.
package enum Action: Sendable {
    /// Wait for Kafka; exactly one turn is out at any time.
    case poll(ConsumerTurn)
    /// The turn that is out should end now: something is due before it would.
    case interruptPoll
    /// Ask the brokers whether the topics are there and where these partitions end.
    case check([TopicPartition])
    case submit([AppStoreRequest])
    case publish([ProducerRecord])
    /// The producer can do nothing more: publish with a new one from here on.
    case renewProducer
    /// Read a page of the outcome topic; at most one order is out at any time.
    case readOutcomes(LogOrder)
    /// Leave the group and end.
    case close(Ending)
    /// Something happened that a person or a metric wants to know; nothing depends on it.
    case note(Note)
}

/// How the worker ends.
package struct Ending: Hashable, Sendable {
    package var reason: ExitReason
    /// How long leaving the group may take.
    package var leavingLimit: Duration
}

/// Why the worker ends.
package enum ExitReason: Hashable, Sendable {
    case stopped
    /// Certificates were renewed: it begins anew, with them.
    case filesRenewed
    /// Refusals had become the rule.
    case braked(DeadLetterBrake.Trip)
    /// A committed position is not in the log, and the configuration says to stop then.
    case positionLost(PositionLoss)
    /// Kafka's client can do nothing more: fenced, or refused for good.
    case kafkaFailed(KafkaError)
    /// Kafka's client did not let go of the group in time.
    case groupNotLeft

    /// Whether Kafka's client had failed before: then it cannot leave the group, and that is not news.
    var isKafkaFailure: Bool {
        if case .kafkaFailed = self { true } else { false }
    }
}
