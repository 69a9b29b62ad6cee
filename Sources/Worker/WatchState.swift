import Flow
package import Kafka

/// What a worker cannot do without, and can do nothing about.
package enum Condition: CaseIterable, Sendable {
    /// A broker answers.
    case brokers
    /// The topics are there, and may be looked at.
    case topics
    /// The outcome topic has a partition for each of those with events.
    case outcomes
    /// Topic and group may be used.
    case access

    /// What there is to say when it goes.
    var missing: StaticString {
        switch self {
        case .brokers: "no broker answers"
        case .topics: "a topic cannot be read"
        case .outcomes: "the outcome topic does not fit"
        case .access: "kafka refuses access"
        }
    }

    /// What there is to say when it is there again.
    var restored: StaticString {
        switch self {
        case .brokers: "brokers answer again"
        case .topics: "topics can be read again"
        case .outcomes: "the outcome topic fits"
        case .access: "kafka grants access again"
        }
    }
}

/// Something that stands still without a reason: only a restart will help.
package enum Stall: Hashable, Sendable {
    /// The group has given no assignment.
    case joining
    /// The partition has records, and none was taken or finished.
    case partition(TopicPartition)

    /// For a person.
    package var reason: String {
        switch self {
        case .joining: "the consumer group has given no assignment"
        case .partition(let partition): "\(partition) has records, but none was taken or finished"
        }
    }
}

/// What is known of the world around, and whether the work goes on.
struct WatchState: Sendable {
    var checkedAt: Instant?
    /// Whether the brokers have not answered yet.
    var isCheckOut = false
    /// Whether a broker has ever answered.
    var hasReached = false
    /// Why connections are refused; `nil` once a broker has answered again.
    var refusal: KafkaError?
    /// What is wrong now.
    var faults: [Condition: KafkaError] = [:]
    /// Since when there are no partitions and no word from the group; `nil` when it has spoken.
    var joiningSince: Instant?
    var lookedForStallsAt: Instant?
    var stalls: Set<Stall> = []
}
