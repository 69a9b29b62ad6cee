/// Apple's ConsumptionRequestV1 as an event carries it: read, not yet checked.
///
/// A missing field is nil. Apple: <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequestv1>
public struct ConsumptionRequestV1: Hashable, Sendable {
    /// Whether the customer agreed that this is sent.
    public internal(set) var customerConsented: Bool?
    /// Whether the customer could try the purchase before.
    public internal(set) var sampleContentProvided: Bool?
    /// The app's own name for the customer: a UUID, or empty.
    public internal(set) var appAccountToken: String?
    /// Age of the account, 0…7.
    public internal(set) var accountTenure: WireInteger?
    /// How much was consumed, 0…3.
    public internal(set) var consumptionStatus: WireInteger?
    /// Whether the purchase was delivered, 0…5.
    public internal(set) var deliveryStatus: WireInteger?
    /// What the customer has spent in all, 0…7.
    public internal(set) var lifetimeDollarsPurchased: WireInteger?
    /// What the customer has got back in all, 0…7.
    public internal(set) var lifetimeDollarsRefunded: WireInteger?
    /// Where the purchase was consumed, 0…2.
    public internal(set) var platform: WireInteger?
    /// How long the customer has used the app, 0…7.
    public internal(set) var playTime: WireInteger?
    /// What the developer would like to be decided, 0…3.
    public internal(set) var refundPreference: WireInteger?
    /// State of the account, 0…4.
    public internal(set) var userStatus: WireInteger?
}
