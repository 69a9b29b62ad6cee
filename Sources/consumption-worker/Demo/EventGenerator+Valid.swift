import ConsumptionRules

/// Events that pass every rule.
extension EventGenerator {
    mutating func validDraft(for purchase: Purchase, signedDate: UNIXMilliseconds) -> EventDraft {
        var draft = draft(for: purchase, signedDate: signedDate)
        if purchase.isAdvancedCommerce { fillV1(&draft) } else { fill(&draft, for: purchase.productType) }
        addWhatProducersAdd(&draft)
        return draft
    }

    /// A consumable that was delivered and half used, or its like in the first version: simple enough to spoil.
    mutating func plainDraft(for purchase: Purchase) -> EventDraft {
        var draft = draft(for: purchase, signedDate: recentDate())
        draft[body: "customerConsented"] = "true"
        draft[body: "sampleContentProvided"] = "false"
        if purchase.isAdvancedCommerce {
            draft[body: "deliveryStatus"] = "0"
            draft[body: "appAccountToken"] = quoted("")
            for (field, _) in Self.choicesOfV1 { draft[body: field] = "1" }
        } else {
            draft[body: "deliveryStatus"] = quoted(DeliveryStatus.delivered.rawValue)
            draft[body: "consumptionPercentage"] = "50000"
        }
        return draft
    }

    private mutating func draft(for purchase: Purchase, signedDate: UNIXMilliseconds) -> EventDraft {
        EventDraft(purchase, notificationUUID: uuid(), signedDate: signedDate)
    }

    private mutating func fill(_ draft: inout EventDraft, for type: ProductType) {
        let delivery = random.pick(DeliveryStatus.allCases)
        let percentage = percentage(type, delivery)
        draft[body: "customerConsented"] = "true"
        draft[body: "deliveryStatus"] = quoted(delivery.rawValue)
        draft[body: "sampleContentProvided"] = random.pick(["true", "false"])
        draft[body: "consumptionPercentage"] = percentage.map { "\($0)" }
        draft[body: "refundPreference"] = preference(type, percentage).map { quoted($0.rawValue) }
    }

    private mutating func percentage(_ type: ProductType, _ delivery: DeliveryStatus) -> Int? {
        guard type != .autoRenewableSubscription else { return nil }
        let choices = [nil, 0] + (delivery == .delivered ? [1, 15, 50_000, 67_932, 99_999, 100_000] : [])
        return random.pick(choices)
    }

    /// Apple works out the percentage of an auto-renewable subscription; the others can't be prorated without one.
    private mutating func preference(_ type: ProductType, _ percentage: Int?) -> RefundPreference? {
        let preference = random.pick([nil] + RefundPreference.allCases)
        let canBeProrated = type == .autoRenewableSubscription || (1...99_999).contains(percentage ?? 0)
        return preference == .grantProrated && !canBeProrated ? .grantFull : preference
    }

    private mutating func fillV1(_ draft: inout EventDraft) {
        draft[body: "customerConsented"] = "true"
        draft[body: "sampleContentProvided"] = random.pick(["true", "false"])
        draft[body: "deliveryStatus"] = "\(random.number(in: 0...5))"
        draft[body: "appAccountToken"] = quoted(random.pick(["", uuid()]))
        for (field, range) in Self.choicesOfV1 { draft[body: field] = "\(random.number(in: range))" }
        draft[body: "refundPreference"] = random.pick([nil, "0", "1", "2", "3"])
    }

    private static let choicesOfV1 = [
        ("accountTenure", 0...7), ("consumptionStatus", 0...3), ("lifetimeDollarsPurchased", 0...7),
        ("lifetimeDollarsRefunded", 0...7), ("platform", 0...2), ("playTime", 0...7), ("userStatus", 0...4),
    ]

    /// All of this is allowed and changes nothing.
    private mutating func addWhatProducersAdd(_ draft: inout EventDraft) {
        if random.once(in: 3) { draft["schemaVersion"] = "1" }
        if random.once(in: 3) { draft["consumptionRequestReason"] = quoted("UNINTENDED_PURCHASE") }
        if random.once(in: 4) { draft["inAppOwnershipType"] = quoted(OwnershipType.purchased.rawValue) }
        if random.once(in: 4) { draft["producer"] = #"{"name":"shop","build":7}"# }
        if random.once(in: 5), draft[body: "refundPreference"] == nil { draft[body: "refundPreference"] = "null" }
    }
}
