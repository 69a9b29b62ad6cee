/// Apple's ConsumptionRequest as an event carries it: read, not yet checked.
///
/// A missing field is nil. Apple: <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequest>
public struct ConsumptionRequest: Hashable, Sendable {
    /// Whether the customer agreed that this is sent.
    public internal(set) var customerConsented: Bool?
    /// The consumed part in milliunits; absent is not 0.
    public internal(set) var consumptionPercentage: WireInteger?
    /// Whether the purchase was delivered.
    public internal(set) var deliveryStatus: WireName<DeliveryStatus>?
    /// What the developer would like to be decided.
    public internal(set) var refundPreference: WireName<RefundPreference>?
    /// Whether the customer could try the purchase before.
    public internal(set) var sampleContentProvided: Bool?

    /// Whether the delivery status is one of Apple's, and says that nothing was delivered.
    var isUndelivered: Bool {
        guard let status = deliveryStatus?.known else { return false }
        return status != .delivered
    }
}
