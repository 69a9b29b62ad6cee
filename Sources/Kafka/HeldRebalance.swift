/// A change of the assignment that librdkafka has announced and waits for us to carry out.
enum HeldRebalance {
    /// How long positions are waited for at first, and at last: a turn takes that long, and a stop waits for the turn.
    static let patience = Duration.seconds(2)
    static let longestPatience = Duration.seconds(8)

    /// Waits for the committed positions, which are asked for again when due, with more patience than before.
    case assignment([TopicPartition], due: ContinuousClock.Instant, patience: Duration)
    /// Waits for the turn that completes it.
    case revocation([TopicPartition])

    /// When to go on with it; `nil` when it waits for a turn's order.
    var due: ContinuousClock.Instant? {
        switch self {
        case .assignment(_, let due, _): due
        case .revocation: nil
        }
    }
}
