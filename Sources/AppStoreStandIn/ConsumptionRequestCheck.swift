/// Checks a body as the page of ConsumptionRequest describes it.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequest>
struct ConsumptionRequestCheck {
    private static let known: Set = [
        "customerConsented", "deliveryStatus", "sampleContentProvided", "consumptionPercentage", "refundPreference",
    ]
    private static let deliveryStatuses: Set = [
        "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
        "UNDELIVERED_OTHER",
    ]
    private static let refundPreferences: Set = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]

    let fields: [String: JSONValue]

    /// Throws the first refusal; `transaction` is what the store knows about it, if anything.
    func check(against transaction: KnownTransaction?) throws(AppleError) {
        try refuseUnknown(fields, known: Self.known)
        guard fields["customerConsented"] == .boolean(true) else {
            throw .invalid(4_000_035, "InvalidCustomerConsentedError")
        }
        guard let delivery = text("deliveryStatus"), Self.deliveryStatuses.contains(delivery) else {
            throw .invalid(4_000_036, "InvalidDeliveryStatusError")
        }
        guard case .boolean? = fields["sampleContentProvided"] else {
            throw .invalid(4_000_041, "InvalidSampleContentProvidedError")
        }
        try checkRefundPreference()
        try checkPercentage(isDelivered: delivery == "DELIVERED", transaction: transaction)
    }

    private func checkRefundPreference() throws(AppleError) {
        guard fields["refundPreference"] != nil else { return }
        guard let preference = text("refundPreference"), Self.refundPreferences.contains(preference) else {
            throw .invalid(4_000_044, "InvalidRefundPreferenceError")
        }
    }

    private func checkPercentage(isDelivered: Bool, transaction: KnownTransaction?) throws(AppleError) {
        guard let percentage = fields["consumptionPercentage"] else { return }
        if transaction?.productType == "Auto-Renewable Subscription" {
            throw .invalid(4_000_209, "ConsumptionPercentageAutoRenewableSubscriptionError")
        }
        guard case .integer(let milliunits) = percentage, (0...100_000).contains(milliunits) else {
            throw .general("ConsumptionPercentageOutOfRangeError")
        }
        if !isDelivered && milliunits != 0 {
            throw .general("UndeliveredConsumptionPercentageNonZeroError")
        }
    }

    private func text(_ name: String) -> String? {
        guard case .string(let text)? = fields[name] else { return nil }
        return text
    }
}

/// Refuses what Apple's page does not list: a misspelt field must not pass for an absent one.
func refuseUnknown(_ fields: [String: JSONValue], known: Set<String>) throws(AppleError) {
    if let unknown = fields.keys.sorted().first(where: { !known.contains($0) }) {
        throw .general("unknown field \(unknown)")
    }
}
