import ConsumptionRules
import Testing

@Suite struct RequestV1Tests {
    /// Field, its code, and its largest value; the smallest is 0.
    static let fields: [(String, String, Int)] = [
        ("accountTenure", "InvalidAccountTenureError", 7),
        ("consumptionStatus", "InvalidConsumptionStatusError", 3),
        ("deliveryStatus", "InvalidDeliveryStatusError", 5),
        ("lifetimeDollarsPurchased", "InvalidLifetimeDollarsPurchasedError", 7),
        ("lifetimeDollarsRefunded", "InvalidLifetimeDollarsRefundedError", 7),
        ("platform", "InvalidPlatformError", 2),
        ("playTime", "InvalidPlayTimeError", 7),
        ("refundPreference", "InvalidRefundPreferenceError", 3),
        ("userStatus", "InvalidUserStatusError", 4),
    ]

    @Test(arguments: fields)
    func `every value up to the edge goes out as it came`(_ field: String, _ code: String, _ largest: Int) throws {
        for value in 0...largest {
            let report = try #require(TestEvent.v1.withBody(field, "\(value)").judged().report)
            #expect(report.bodyText.contains("\"\(field)\":\(value)"))
        }
    }

    @Test(arguments: fields)
    func `every value past the edge has the field's own code`(_ field: String, _ code: String, _ largest: Int) {
        let past = ["-1", "\(largest + 1)", "256", "9223372036854775808", "-9223372036854775809"]
        for value in past {
            #expect(TestEvent.v1.withBody(field, value).codes() == [code], "\(value)")
        }
    }

    @Test(arguments: fields)
    func `a value of another type is malformed`(_ field: String, _ code: String, _ largest: Int) {
        for value in ["\"1\"", "1.0", "1e0", "true", "[]", "{}"] {
            #expect(TestEvent.v1.withBody(field, value).codes() == ["MalformedEventError"], "\(value)")
        }
    }

    @Test(arguments: fields.map(\.0))
    func `a missing integer is malformed, save the two that the contract names`(_ field: String) {
        let expected: [String] =
            switch field {
            case "deliveryStatus": ["InvalidDeliveryStatusError"]
            case "refundPreference": []
            default: ["MalformedEventError"]
            }
        #expect(TestEvent.v1.withBody(field, nil).codes() == expected)
        let isOptional = field == "refundPreference"
        #expect(TestEvent.v1.withBody(field, "null").codes() == (isOptional ? [] : ["MalformedEventError"]))
    }

    @Test(arguments: ["\"\"", "\"7e3fb20b-4cdb-47cc-936d-99d65f608138\"", "\"7E3FB20B-4CDB-47CC-936D-99D65F608138\""])
    func `an account token goes out as it came, empty too`(_ token: String) throws {
        let report = try #require(TestEvent.v1.withBody("appAccountToken", token).judged().report)
        #expect(report.bodyText.contains("\"appAccountToken\":\(token)"))
    }

    @Test(arguments: [nil, "\"x\"", "\"7e3fb20b4cdb47cc936d99d65f608138\"", "\"7e3fb20b-4cdb-47cc-936d-99d65f60813\""])
    func `an account token that is neither empty nor a UUID is refused`(_ token: String?) {
        #expect(TestEvent.v1.withBody("appAccountToken", token).codes() == ["InvalidAppAccountTokenError"])
    }

    @Test(arguments: [
        ("Consumable", true), ("Auto-Renewable Subscription", true), ("Non-Consumable", false),
        ("Non-Renewing Subscription", false),
    ])
    func `V1 serves consumables and auto-renewable subscriptions`(_ type: String, _ isServed: Bool) {
        let codes = TestEvent.v1.with("type", "\"\(type)\"").codes()
        #expect(codes == (isServed ? [] : ["InvalidTransactionTypeNotSupportedError"]))
    }

    @Test func `all V1 codes are reported at once, in the order of report`() {
        var event = TestEvent.v1.withBody("appAccountToken", "\"x\"")
        for (field, _, _) in Self.fields { event = event.withBody(field, "99") }
        #expect(
            event.codes() == [
                "InvalidDeliveryStatusError", "InvalidRefundPreferenceError", "InvalidAccountTenureError",
                "InvalidAppAccountTokenError", "InvalidConsumptionStatusError", "InvalidLifetimeDollarsPurchasedError",
                "InvalidLifetimeDollarsRefundedError", "InvalidPlatformError", "InvalidPlayTimeError",
                "InvalidUserStatusError",
            ]
        )
    }
}
