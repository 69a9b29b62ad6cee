/// Whether the app delivered a working purchase: Apple's `deliveryStatus` of the second version.
public enum DeliveryStatus: String, CaseIterable, Hashable, Sendable {
    /// Delivered, and it works.
    case delivered = "DELIVERED"
    /// Not delivered for want of quality.
    case undeliveredQualityIssue = "UNDELIVERED_QUALITY_ISSUE"
    /// Another item was delivered.
    case undeliveredWrongItem = "UNDELIVERED_WRONG_ITEM"
    /// Not delivered because a server was out.
    case undeliveredServerOutage = "UNDELIVERED_SERVER_OUTAGE"
    /// Not delivered for another reason.
    case undeliveredOther = "UNDELIVERED_OTHER"
}

extension DeliveryStatus: Named {
    static let names = NameTable<DeliveryStatus>()
}
