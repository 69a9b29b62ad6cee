/// Which of Apple's two consumption endpoints an event is for; the body that the event carries decides.
public enum ConsumptionEndpoint: String, CaseIterable, Hashable, Sendable {
    /// "Send Consumption Information V1", for purchases made through the Advanced Commerce API.
    case v1
    /// "Send Consumption Information", for all others.
    case v2
}
