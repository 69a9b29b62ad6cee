/// A change of the assignment that librdkafka has announced and waits for us to carry out.
enum HeldRebalance {
    /// Waits for the committed positions, which are asked for again when due.
    case assignment([TopicPartition], due: ContinuousClock.Instant)
    /// Waits for the turn that completes it.
    case revocation([TopicPartition])

    /// When to go on with it; `nil` when it waits for a turn's order.
    var due: ContinuousClock.Instant? {
        switch self {
        case .assignment(_, let due): due
        case .revocation: nil
        }
    }
}
