/// What the developer would like the App Store to decide: Apple's `refundPreference` of the second version.
public enum RefundPreference: String, CaseIterable, Hashable, Sendable {
    /// No refund.
    case decline = "DECLINE"
    /// The whole price back.
    case grantFull = "GRANT_FULL"
    /// The part back that was not consumed.
    case grantProrated = "GRANT_PRORATED"
}

extension RefundPreference: Named {
    static let names = NameTable<RefundPreference>()
}
