import ConsumptionRules
import Worker

/// One made-up event, with what must become of it.
struct DemoEvent: Hashable, Sendable {
    /// The only end that is right for an event.
    enum Ending: Hashable, Sendable {
        case accepted
        /// The notification has been answered before: nothing is sent for it again.
        case duplicate
        case deadLettered(DeadLetterReason.Stage, codes: [String])
    }

    /// What the App Store does first with the requests for an event, one each.
    enum Stumble: Hashable, Sendable {
        case serverError, rateLimit, refusedToken, droppedConnection
    }

    let purchase: Purchase
    /// The value of the record; nil is a record without one.
    let value: [UInt8]?
    let ending: Ending
    var stumbles: [Stumble] = []

    /// The App Store has never heard of the transaction of an event that it is to refuse itself.
    var isKnownToAppStore: Bool {
        if case .deadLettered(.submission, _) = ending { false } else { true }
    }
}
