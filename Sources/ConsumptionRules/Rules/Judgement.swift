/// The verdict on one record's value: a report to send, or the reasons for which none is sent.
///
///     switch Judgement(of: value, at: now, isConfigured: apps.contains) {
///     case .report(let report): …
///     case .refused(let refusal): …
///     }
public enum Judgement: Hashable, Sendable {
    /// The event passed every rule.
    case report(ConsumptionReport)
    /// The event could not be read, or breaks a rule.
    case refused(Refusal)

    /// Reads and checks a value: the front door of this module.
    ///
    /// - Parameters:
    ///   - value: The record's value as it came; nil is a record without one.
    ///   - now: The time to judge `signedDate` by.
    ///   - isConfigured: Whether there is a key for a bundle id, any text included.
    public init(of value: [UInt8]?, at now: UNIXMilliseconds, isConfigured: (String) -> Bool) {
        do {
            let event = try ConsumptionEvent(decoding: value)
            self = .report(try event.checked(at: now, isConfigured: isConfigured))
        } catch {
            self = .refused(error)
        }
    }
}
