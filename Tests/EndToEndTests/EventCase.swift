/// One way to write an event, and what the contract says becomes of it.
struct EventCase: Sendable {
    let name: String
    /// Empty for an event that is sent.
    let codes: [String]
    let stage: String
    /// Makes the value of the record; `nil` is a tombstone.
    let value: @Sendable (EventText) -> (event: EventText, value: [UInt8]?)

    private init(
        _ name: String,
        _ codes: [String],
        stage: String,
        _ value: @escaping @Sendable (EventText) -> (event: EventText, value: [UInt8]?)
    ) {
        self.name = name
        self.codes = codes
        self.stage = stage
        self.value = value
    }

    private static func valid(_ name: String, _ change: @escaping @Sendable (inout EventText) -> Void) -> EventCase {
        changed(name, [], stage: "", change)
    }

    private static func rules(_ codes: String..., change: @escaping @Sendable (inout EventText) -> Void) -> EventCase {
        changed(codes.joined(separator: "+"), codes, stage: "rules", change)
    }

    private static func decode(
        _ code: String,
        _ name: String,
        change: @escaping @Sendable (inout EventText) -> Void
    ) -> EventCase {
        changed("\(code): \(name)", [code], stage: "decode", change)
    }

    private static func malformed(_ name: String, _ value: @escaping @Sendable (EventText) -> [UInt8]) -> EventCase {
        EventCase("malformed: \(name)", ["MalformedEventError"], stage: "decode") { ($0, value($0)) }
    }

    private static func changed(
        _ name: String,
        _ codes: [String],
        stage: String,
        _ change: @escaping @Sendable (inout EventText) -> Void
    ) -> EventCase {
        EventCase(name, codes, stage: stage) { event in
            var event = event
            change(&event)
            return (event, Array(event.text.utf8))
        }
    }
}

extension EventCase {
    static let valid: [EventCase] = [
        valid("consumable, half used") { _ in },
        valid("non-consumable without a percentage") {
            $0["type"] = #""Non-Consumable""#
            $0[body: "consumptionPercentage"] = nil
        },
        valid("non-renewing, prorated") {
            $0["type"] = #""Non-Renewing Subscription""#
            $0[body: "consumptionPercentage"] = "67932"
            $0[body: "refundPreference"] = #""GRANT_PRORATED""#
        },
        valid("auto-renewable, prorated without a percentage") {
            $0["type"] = #""Auto-Renewable Subscription""#
            $0[body: "consumptionPercentage"] = nil
            $0[body: "refundPreference"] = #""GRANT_PRORATED""#
        },
        valid("undelivered, percentage left out") {
            $0[body: "deliveryStatus"] = #""UNDELIVERED_SERVER_OUTAGE""#
            $0[body: "consumptionPercentage"] = nil
            $0[body: "refundPreference"] = #""GRANT_FULL""#
        },
        valid("undelivered auto-renewable") {
            $0["type"] = #""Auto-Renewable Subscription""#
            $0[body: "deliveryStatus"] = #""UNDELIVERED_OTHER""#
            $0[body: "consumptionPercentage"] = nil
        },
        valid("percentage 0, declined") {
            $0[body: "consumptionPercentage"] = "0"
            $0[body: "refundPreference"] = #""DECLINE""#
        },
        valid("percentage 100000 and unknown members") {
            $0[body: "consumptionPercentage"] = "100000"
            $0["producer"] = #"{"name":"billing","tags":[1,2,{"a":null}]}"#
            $0["consumptionRequestReason"] = #""A_REASON_OF_TOMORROW""#
            $0["inAppOwnershipType"] = #""SOMETHING_NEW""#
        },
        valid("optional members null") {
            $0[body: "consumptionPercentage"] = "null"
            $0[body: "refundPreference"] = "null"
            $0["inAppOwnershipType"] = "null"
            $0["consumptionRequestV1"] = "null"
            $0["schemaVersion"] = "1"
        },
        valid("sandbox") { $0["environment"] = #""Sandbox""# },
        valid("V1") { $0.useV1() },
        valid("V1, empty account token, no preference") {
            $0.useV1()
            $0[body: "appAccountToken"] = #""""#
            $0[body: "refundPreference"] = nil
        },
    ]

    static let invalid: [EventCase] = brokenRules + brokenRulesOfV1 + undecodable

    private static let brokenRules: [EventCase] = [
        rules("UnsupportedEnvironmentError") { $0["environment"] = #""Xcode""# },
        rules("UnknownAppError") { $0["bundleId"] = #""com.example.stranger""# },
        rules("UnsupportedProductTypeError") { $0["type"] = #""consumable""# },
        rules("InvalidTransactionIdError") { $0["transactionId"] = #""../12""# },
        rules("InvalidTransactionIdError") { $0["transactionId"] = nil },
        rules("InvalidSignedDateError") { $0["signedDate"] = "1764500000" },
        rules("InvalidSignedDateError") { $0["signedDate"] = "99999999999999999999999999" },
        rules("FamilyTransactionNotSupportedError") { $0["inAppOwnershipType"] = #""FAMILY_SHARED""# },
        rules("InvalidAssignedTransactionNotSupportedError") { $0["inAppOwnershipType"] = #""ASSIGNED""# },
        rules("AdvancedCommerceTransactionNotSupportedError") { $0["advancedCommerce"] = "true" },
        rules("InvalidCustomerConsentedError") { $0[body: "customerConsented"] = "false" },
        rules("InvalidCustomerConsentedError") { $0[body: "customerConsented"] = nil },
        rules("InvalidSampleContentProvidedError") { $0[body: "sampleContentProvided"] = nil },
        rules("InvalidDeliveryStatusError") { $0[body: "deliveryStatus"] = #""delivered""# },
        rules("InvalidDeliveryStatusError") { $0[body: "deliveryStatus"] = nil },
        rules("InvalidRefundPreferenceError") { $0[body: "refundPreference"] = #""GRANT""# },
        rules("ConsumptionPercentageAutoRenewableSubscriptionError") { $0["type"] = #""Auto-Renewable Subscription""# },
        rules("ConsumptionPercentageOutOfRangeError") { $0[body: "consumptionPercentage"] = "100001" },
        rules("ConsumptionPercentageOutOfRangeError") { $0[body: "consumptionPercentage"] = "-1" },
        rules("ConsumptionPercentageOutOfRangeError") {
            $0[body: "consumptionPercentage"] = "123456789012345678901234567890"
        },
        rules("UndeliveredConsumptionPercentageNonZeroError") {
            $0[body: "deliveryStatus"] = #""UNDELIVERED_WRONG_ITEM""#
        },
        rules("GrantProratedConsumptionPercentageError") {
            $0[body: "refundPreference"] = #""GRANT_PRORATED""#
            $0[body: "consumptionPercentage"] = "100000"
        },
        rules(
            "FamilyTransactionNotSupportedError",
            "InvalidCustomerConsentedError",
            "InvalidSampleContentProvidedError",
            "ConsumptionPercentageOutOfRangeError",
            "GrantProratedConsumptionPercentageError"
        ) {
            $0["inAppOwnershipType"] = #""FAMILY_SHARED""#
            $0[body: "customerConsented"] = "false"
            $0[body: "sampleContentProvided"] = nil
            $0[body: "consumptionPercentage"] = "2147483648"
            $0[body: "refundPreference"] = #""GRANT_PRORATED""#
        },
    ]

    private static let brokenRulesOfV1: [EventCase] = [
        v1("InvalidAccountTenureError", "accountTenure", "8"),
        v1("InvalidAppAccountTokenError", "appAccountToken", #""not-a-uuid""#),
        v1("InvalidConsumptionStatusError", "consumptionStatus", "4"),
        v1("InvalidLifetimeDollarsPurchasedError", "lifetimeDollarsPurchased", "-1"),
        v1("InvalidLifetimeDollarsRefundedError", "lifetimeDollarsRefunded", "8"),
        v1("InvalidPlatformError", "platform", "3"),
        v1("InvalidPlayTimeError", "playTime", "8"),
        v1("InvalidUserStatusError", "userStatus", "5"),
        v1("InvalidDeliveryStatusError", "deliveryStatus", "6"),
        v1("InvalidRefundPreferenceError", "refundPreference", "4"),
        rules("InvalidTransactionTypeNotSupportedError") {
            $0.useV1()
            $0["type"] = #""Non-Consumable""#
        },
    ]

    private static func v1(_ code: String, _ field: String, _ json: String) -> EventCase {
        rules(code) {
            $0.useV1()
            $0[body: field] = json
        }
    }

    private static let undecodable: [EventCase] = [
        EventCase("tombstone", ["TombstoneError"], stage: "decode") { ($0, nil) },
        EventCase("empty", ["EmptyEventError"], stage: "decode") { ($0, []) },
        EventCase("too large", ["EventTooLargeError"], stage: "decode") { event in
            var event = event
            event["padding"] = "\"" + String(repeating: "x", count: 65_536) + "\""
            return (event, Array(event.text.utf8))
        },
        decode("UnsupportedSchemaVersionError", "2") { $0["schemaVersion"] = "2" },
        decode("UnknownFieldError", "a misspelt preference") { $0[body: "refundPreferenc"] = #""DECLINE""# },
        decode("MalformedEventError", "fraction") { $0[body: "consumptionPercentage"] = "50000.0" },
        decode("MalformedEventError", "exponent") { $0[body: "consumptionPercentage"] = "5e4" },
        decode("MalformedEventError", "number in quotes") { $0[body: "consumptionPercentage"] = #""50000""# },
        decode("MalformedEventError", "Boolean for a number") { $0[body: "consumptionPercentage"] = "true" },
        decode("MalformedEventError", "number for a string") { $0["transactionId"] = "2000000123456789" },
        decode("MalformedEventError", "no type") { $0["type"] = nil },
        decode("MalformedEventError", "no UUID") { $0["notificationUUID"] = #""7e3fb20b""# },
        decode("MalformedEventError", "null for a required member") { $0[body: "customerConsented"] = "null" },
        decode("MalformedEventError", "both bodies") { $0["consumptionRequestV1"] = "{}" },
        decode("MalformedEventError", "neither body") { $0.bodyName = "nothing" },
        decode("MalformedEventError", "V1 without playTime") {
            $0.useV1()
            $0[body: "playTime"] = nil
        },
        malformed("not UTF-8") { Array($0.text.utf8).map { $0 == UInt8(ascii: "C") ? 0xFF : $0 } },
        malformed("not JSON") { _ in Array("consumption".utf8) },
        malformed("an array") { Array("[\($0.text)]".utf8) },
        malformed("cut short") { Array($0.text.utf8.dropLast(3)) },
        malformed("trailing text") { Array("\($0.text) {}".utf8) },
        malformed("a repeated name") { event in
            var event = event
            event.members.append(("signedDate", "1"))
            return Array(event.text.utf8)
        },
        malformed("a repeated name, written with an escape") { event in
            var event = event
            event.members.append((#"\u0073ignedDate"#, "1"))
            return Array(event.text.utf8)
        },
        malformed("nested too deep") { event in
            var event = event
            event["extra"] = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
            return Array(event.text.utf8)
        },
    ]
}
