/// What the store knows about a transaction; with it the stand-in can refuse what the body alone does not show.
package struct KnownTransaction: Sendable {
    let bundleID: String
    let productType: String
    let ownershipType: String
    let isAdvancedCommerce: Bool

    /// Describes a purchase: Apple's `type` and `inAppOwnershipType`, and whether it has `advancedCommerceInfo`.
    package init(
        bundleID: String,
        productType: String,
        ownershipType: String = "PURCHASED",
        isAdvancedCommerce: Bool = false
    ) {
        self.bundleID = bundleID
        self.productType = productType
        self.ownershipType = ownershipType
        self.isAdvancedCommerce = isAdvancedCommerce
    }

    /// Throws when consumption information is not taken for this purchase at all, or not by this caller.
    func check(bundleID caller: String, version: ConsumptionEndpoint.Version) throws(AppleError) {
        if caller != bundleID {
            throw .transactionIDNotFound
        }
        if ownershipType == "FAMILY_SHARED" {
            throw .invalid(4_000_185, "FamilyTransactionNotSupportedError")
        }
        if ownershipType == "ASSIGNED" {
            throw .invalid(4_000_227, "InvalidAssignedTransactionNotSupportedError")
        }
        if isAdvancedCommerce && version == .v2 {
            throw .general("AdvancedCommerceTransactionNotSupportedError")
        }
    }
}
