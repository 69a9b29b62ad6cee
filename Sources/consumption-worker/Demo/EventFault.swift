import ConsumptionRules

/// One way in which an event is wrong, with every code that the worker must name for it.
struct EventFault: Sendable {
    let codes: [ViolationCode]
    /// What it is done to: a purchase whose event is right otherwise.
    var isAdvancedCommerce = false
    /// Turns a right event into the value of a wrong record.
    let spoil: @Sendable (EventDraft) -> [UInt8]?

    /// An event in which some fields are changed.
    static func changed(
        _ codes: ViolationCode...,
        isAdvancedCommerce: Bool = false,
        _ change: @escaping @Sendable (inout EventDraft) -> Void
    ) -> EventFault {
        EventFault(codes: codes, isAdvancedCommerce: isAdvancedCommerce) { draft in
            var draft = draft
            change(&draft)
            return draft.bytes
        }
    }

    static let all = unreadable + brokenRules + brokenRulesOfV1
}

extension EventFault {
    fileprivate static let unreadable: [EventFault] = [
        EventFault(codes: [.tombstone]) { _ in nil },
        EventFault(codes: [.emptyEvent]) { _ in [] },
        changed(.eventTooLarge) { $0["padding"] = quoted(String(repeating: "x", count: 65_536)) },
        changed(.unsupportedSchemaVersion) { $0["schemaVersion"] = "2" },
        changed(.unknownField) { $0[body: "refundPreferrence"] = quoted("DECLINE") },
        malformed { $0.bytes.map { $0 == UInt8(ascii: "C") ? 0xFF : $0 } },
        malformed { _ in Array("consumption".utf8) },
        malformed { Array("[\($0.text)]".utf8) },
        malformed { $0.bytes.dropLast(3) },
        malformed { Array("\($0.text) {}".utf8) },
        changed(.malformedEvent) { $0.repeatField("signedDate", "1") },
        changed(.malformedEvent) { $0.repeatField(#"\u0073ignedDate"#, "1") },
        changed(.malformedEvent) { $0["extra"] = nested(40) },
        changed(.malformedEvent) { $0["type"] = nil },
        changed(.malformedEvent) { $0["notificationUUID"] = quoted("7e3fb20b") },
        changed(.malformedEvent) { $0["transactionId"] = "2000000123456789" },
        changed(.malformedEvent) { $0["consumptionRequestV1"] = "{}" },
        changed(.malformedEvent) { $0.removeBody() },
        changed(.malformedEvent) { $0[body: "consumptionPercentage"] = "50000.0" },
        changed(.malformedEvent) { $0[body: "consumptionPercentage"] = "5e4" },
        changed(.malformedEvent) { $0[body: "consumptionPercentage"] = quoted("50000") },
        changed(.malformedEvent) { $0[body: "customerConsented"] = quoted("true") },
    ]

    private static func malformed(_ spoil: @escaping @Sendable (EventDraft) -> [UInt8]) -> EventFault {
        EventFault(codes: [.malformedEvent], spoil: spoil)
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    fileprivate static let brokenRules: [EventFault] = [
        changed(.unsupportedEnvironment) { $0["environment"] = quoted("Xcode") },
        changed(.unknownApp) { $0["bundleId"] = quoted("com.example.stranger") },
        changed(.unsupportedProductType) { $0["type"] = quoted("consumable") },
        changed(.invalidTransactionID) { $0["transactionId"] = quoted("../12") },
        changed(.invalidSignedDate) { $0["signedDate"] = "1764500000" },
        changed(.invalidSignedDate) { $0["signedDate"] = "99999999999999999999999999" },
        changed(.familyTransactionNotSupported) { $0["inAppOwnershipType"] = quoted("FAMILY_SHARED") },
        changed(.invalidAssignedTransactionNotSupported) { $0["inAppOwnershipType"] = quoted("ASSIGNED") },
        changed(.advancedCommerceTransactionNotSupported) { $0["advancedCommerce"] = "true" },
        changed(.invalidCustomerConsented) { $0[body: "customerConsented"] = "false" },
        changed(.invalidSampleContentProvided) { $0[body: "sampleContentProvided"] = nil },
        changed(.invalidDeliveryStatus) { $0[body: "deliveryStatus"] = quoted("delivered") },
        changed(.invalidRefundPreference) { $0[body: "refundPreference"] = quoted("GRANT") },
        changed(.consumptionPercentageAutoRenewableSubscription) { $0["type"] = quoted("Auto-Renewable Subscription") },
        changed(.consumptionPercentageOutOfRange) { $0[body: "consumptionPercentage"] = "100001" },
        changed(.consumptionPercentageOutOfRange) { $0[body: "consumptionPercentage"] = "-1" },
        changed(.undeliveredConsumptionPercentageNonZero) {
            $0[body: "deliveryStatus"] = quoted("UNDELIVERED_WRONG_ITEM")
        },
        changed(.grantProratedConsumptionPercentage) {
            $0[body: "refundPreference"] = quoted("GRANT_PRORATED")
            $0[body: "consumptionPercentage"] = "100000"
        },
        changed(
            .familyTransactionNotSupported,
            .invalidCustomerConsented,
            .invalidSampleContentProvided,
            .consumptionPercentageOutOfRange
        ) {
            $0["inAppOwnershipType"] = quoted("FAMILY_SHARED")
            $0[body: "customerConsented"] = nil
            $0[body: "sampleContentProvided"] = nil
            $0[body: "consumptionPercentage"] = "2147483648"
        },
    ]

    fileprivate static let brokenRulesOfV1: [EventFault] = [
        v1(.invalidTransactionTypeNotSupported) { $0["type"] = quoted("Non-Consumable") },
        v1(.invalidAccountTenure) { $0[body: "accountTenure"] = "8" },
        v1(.invalidAppAccountToken) { $0[body: "appAccountToken"] = quoted("not-a-uuid") },
        v1(.invalidConsumptionStatus) { $0[body: "consumptionStatus"] = "4" },
        v1(.invalidLifetimeDollarsPurchased) { $0[body: "lifetimeDollarsPurchased"] = "-1" },
        v1(.invalidLifetimeDollarsRefunded) { $0[body: "lifetimeDollarsRefunded"] = "8" },
        v1(.invalidPlatform) { $0[body: "platform"] = "3" },
        v1(.invalidPlayTime) { $0[body: "playTime"] = "8" },
        v1(.invalidUserStatus) { $0[body: "userStatus"] = "5" },
        v1(.invalidDeliveryStatus) { $0[body: "deliveryStatus"] = "6" },
        v1(.invalidRefundPreference) { $0[body: "refundPreference"] = "4" },
    ]

    private static func v1(
        _ code: ViolationCode,
        _ change: @escaping @Sendable (inout EventDraft) -> Void
    ) -> EventFault {
        changed(code, isAdvancedCommerce: true, change)
    }
}
