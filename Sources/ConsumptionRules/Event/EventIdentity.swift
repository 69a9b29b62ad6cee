/// Which event it was, as far as its text tells: for the metrics and outcomes of an event that is refused.
///
/// Each value is there only when it is well-formed by itself, so all of them are safe to print and to use as a key. A text that is
/// not JSON tells nothing.
public struct EventIdentity: Hashable, Sendable {
    /// The notification that the event answers.
    public internal(set) var notificationUUID: NotificationUUID?
    /// When the notification was signed; any 64-bit number.
    public internal(set) var signedDate: UNIXMilliseconds?
    /// Production or Sandbox.
    public internal(set) var environment: AppStoreEnvironment?
    /// The app, configured or not: at most 255 letters, digits, `.`, `-` and `_`.
    public internal(set) var bundleID: String?
    /// The transaction: 1 to 64 digits.
    public internal(set) var transactionID: String?

    init() {}

    init(_ fields: borrowing EventFields) {
        notificationUUID = fields.notificationUUID
        signedDate = fields.signedDate?.value.map(UNIXMilliseconds.init)
        environment = fields.environment?.known
        bundleID = fields.bundleID.flatMap { isBundleID($0) ? $0 : nil }
        transactionID = fields.transactionID.flatMap { isTransactionID($0) ? $0 : nil }
    }

    init(_ event: ConsumptionEvent) {
        var fields = EventFields()
        fields.notificationUUID = event.notificationUUID
        fields.signedDate = event.signedDate
        fields.environment = event.environment
        fields.bundleID = event.bundleID
        fields.transactionID = event.transactionID
        self.init(fields)
    }
}

/// Whether the text is 1 to 64 decimal digits, which is what may stand in the path of a request.
func isTransactionID(_ text: String) -> Bool {
    let digits = text.utf8Span.span
    return (1...64).contains(digits.count) && digits.indices.allSatisfy { isDigit(digits[$0]) }
}

/// Whether the text has the form of a bundle identifier, so that it can be printed.
func isBundleID(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
        && text.utf8.allSatisfy { isLetterDigitOrUnderscore($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
}
