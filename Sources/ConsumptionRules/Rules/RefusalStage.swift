/// How far an event came before it was refused, as `dlq.stage` says it.
public enum RefusalStage: String, CaseIterable, Hashable, Sendable {
    /// It could not be read as an event.
    case decode
    /// It was read, and breaks a rule.
    case rules
}
