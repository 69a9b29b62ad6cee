/// How the customer came to the purchase, by the names in a transaction's `inAppOwnershipType`.
public enum OwnershipType: String, CaseIterable, Hashable, Sendable {
    /// Bought by this customer; the default.
    case purchased = "PURCHASED"
    /// Shared by a family member; the App Store takes no consumption information for it.
    case familyShared = "FAMILY_SHARED"
    /// Assigned by an organisation; the App Store takes no consumption information for it.
    case assigned = "ASSIGNED"
}

extension OwnershipType: Named {
    static let names = NameTable<OwnershipType>()
}
