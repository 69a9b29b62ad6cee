/// What a record holds once it is read: decoded, not yet believed.
///
/// `init(decoding:)` makes it from bytes; `checked(at:isConfigured:)` turns it into a `ConsumptionReport` or refuses it.
public struct ConsumptionEvent: Hashable, Sendable {
    /// The notification that this answers.
    public let notificationUUID: NotificationUUID
    /// When the notification was signed, UNIX ms as written.
    public let signedDate: WireInteger
    /// Which App Store the transaction belongs to.
    public let environment: WireName<AppStoreEnvironment>
    /// The app, whose key signs.
    public let bundleID: String
    /// The transaction; nil when it is missing.
    public let transactionID: String?
    /// The product's type.
    public let type: WireName<ProductType>
    /// How the customer came to it; `PURCHASED` when the event does not say.
    public let inAppOwnershipType: WireName<OwnershipType>
    /// Whether the transaction has advancedCommerceInfo; false when the event does not say.
    public let advancedCommerce: Bool
    /// The customer's reason, for people only.
    public let consumptionRequestReason: String?
    /// What is to be sent.
    public let body: Body
    /// Fields of the body that Apple does not have.
    public let unknownFields: UnknownFields

    /// The one body of the two that the event carries.
    public enum Body: Hashable, Sendable {
        /// `consumptionRequest`
        case v2(ConsumptionRequest)
        /// `consumptionRequestV1`
        case v1(ConsumptionRequestV1)
    }
}
