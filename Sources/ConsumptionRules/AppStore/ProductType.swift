/// Apple's four kinds of in-app purchase, by the names in a transaction's `type`.
public enum ProductType: String, CaseIterable, Hashable, Sendable {
    /// Used up and bought again.
    case consumable = "Consumable"
    /// Bought once.
    case nonConsumable = "Non-Consumable"
    /// Runs for a time and ends by itself.
    case nonRenewingSubscription = "Non-Renewing Subscription"
    /// Renews until it is cancelled; Apple works out its consumption from the time that has passed.
    case autoRenewableSubscription = "Auto-Renewable Subscription"
}

extension ProductType: Named {
    static let names = NameTable<ProductType>()
}
