/// A CONSUMPTION_REQUEST notification with the transaction that it is about: what the App Store says, of which an event is made.
///
///     let notification = try ConsumptionNotification(decoding: bytes)
///     let answers = ConsumptionRequest(
///         customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: false,
///         consumptionPercentage: try ConsumptionPercentage(used: 1, of: 2)
///     )
///     // For Kafka, under notification.transactionID.
///     let value = try notification.event(with: ConsumptionAnswers(answers), at: now)
///
/// Signed parts are read and not verified: what came from the network has to pass Apple's library, or another that verifies,
/// before. Apple: <https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2decodedpayload>
public struct ConsumptionNotification: Equatable, Sendable {
    /// The key of the event's record, as far as the notification has it; whether it is one is for the rules to say.
    public let transactionID: String?
    /// When the App Store signed the notification; nil where that is no number.
    public let signedDate: UNIXMilliseconds?
    /// Whether it was read out of a signed part, whose signature nobody has verified here.
    public let isReadFromSignedPart: Bool
    /// How many units were bought in the transaction; nil where it does not say.
    let quantity: WireInteger?
    /// Whether it is an Advanced Commerce purchase, which Apple's older endpoint takes.
    let isAdvancedCommerce: Bool
    /// The notification and its transaction, decoded.
    let parts: Parts

    /// How long the App Store takes an answer, from `signedDate` on: 12 hours, in milliseconds.
    ///
    /// Apple: <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information>
    public static let answerWindow: Int64 = 12 * 3_600_000

    /// Reads the decoded notification, or the body that the App Store posts, `{"signedPayload": "…"}`.
    ///
    /// Its `data.signedTransactionInfo` may be the decoded transaction, an object, or the signed one, a string.
    ///
    /// - Throws: What keeps it from being a CONSUMPTION_REQUEST; the values are for `event(with:at:isConfigured:)` to judge.
    public init(decoding bytes: [UInt8]) throws(ProducerFaults) {
        parts = try Parts(bytes)
        transactionID = parts.transaction["transactionId"]?.string
        signedDate = parts.notification["signedDate"]?.integer?.value.map(UNIXMilliseconds.init)
        isReadFromSignedPart = parts.isReadFromSignedPart
        quantity = parts.transaction["quantity"]?.integer
        isAdvancedCommerce = ![nil, .null].contains(parts.transaction["advancedCommerceInfo"])
    }
}
