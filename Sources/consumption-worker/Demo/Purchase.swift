import ConsumptionRules

/// What a customer bought, as the App Store knows it.
struct Purchase: Hashable, Sendable {
    var transactionID: String
    var bundleID: String
    var environment = AppStoreEnvironment.production
    var productType = ProductType.consumable
    /// Its consumption is reported with Apple's first version of the body, that of all others with the second.
    var isAdvancedCommerce = false
}
