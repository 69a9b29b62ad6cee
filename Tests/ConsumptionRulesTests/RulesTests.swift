import ConsumptionRules
import Testing

@Suite struct RulesTests {
    @Test(arguments: ["Xcode", "LocalTesting", "production", "PRODUCTION", "", "Sandbox "])
    func `an environment without an App Store is refused`(_ environment: String) {
        #expect(TestEvent.v2.with("environment", "\"\(environment)\"").codes() == ["UnsupportedEnvironmentError"])
    }

    @Test(arguments: ["com.example.other", "", "com.example.game ", "COM.EXAMPLE.GAME"])
    func `an app that is not configured is refused`(_ bundleID: String) {
        #expect(TestEvent.v2.with("bundleId", "\"\(bundleID)\"").codes() == ["UnknownAppError"])
    }

    @Test(arguments: [
        "\"\"", "\"12a\"", "\"-1\"", "\"../1\"", "\"1?\"", "\" 1\"", "\"١٢٣\"",
        "\"12345678901234567890123456789012345678901234567890123456789012345\"", nil,
    ])
    func `a transaction id that is not 1 to 64 digits is refused`(_ id: String?) {
        #expect(TestEvent.v2.with("transactionId", id).codes() == ["InvalidTransactionIdError"])
    }

    @Test(arguments: ["0", "1234567890123456789012345678901234567890123456789012345678901234"])
    func `a transaction id of 1 or 64 digits goes into the path as it is`(_ id: String) throws {
        let report = try #require(TestEvent.v2.with("transactionId", "\"\(id)\"").judged().report)
        #expect(report.path == "/inApps/v2/transactions/consumption/\(id)")
    }

    @Test(arguments: [
        ("1577836799999", false), ("1577836800000", true), ("1760000300000", true), ("1760000300001", false),
        ("1760000000", false), ("0", false), ("-0", false), ("-1", false), ("9223372036854775807", false),
        ("9223372036854775808", false), ("-9223372036854775809", false), ("999999999999999999999999999999", false),
    ])
    func `R62 signedDate lies between 2020 and five minutes ahead`(_ date: String, _ isPlausible: Bool) {
        let codes = TestEvent.v2.with("signedDate", date).codes()
        #expect(codes == (isPlausible ? [] : ["InvalidSignedDateError"]))
    }

    @Test func `a clock at the end of time overflows nothing`() {
        let judgement = Judgement(of: Array(TestEvent.v2.text.utf8), at: UNIXMilliseconds(.max)) { _ in true }
        #expect(judgement.report != nil)
    }

    @Test(arguments: [nil, "false"])
    func `nothing goes out without the customer's consent`(_ consent: String?) {
        #expect(TestEvent.v2.withBody("customerConsented", consent).codes() == ["InvalidCustomerConsentedError"])
        #expect(TestEvent.v1.withBody("customerConsented", consent).codes() == ["InvalidCustomerConsentedError"])
    }

    @Test func `sampleContentProvided must be stated`() {
        #expect(
            TestEvent.v2.withBody("sampleContentProvided", nil).codes() == ["InvalidSampleContentProvidedError"]
        )
        #expect(
            TestEvent.v1.withBody("sampleContentProvided", nil).codes() == ["InvalidSampleContentProvidedError"]
        )
    }

    @Test func `an Advanced Commerce purchase needs the V1 body`() {
        let codes = ["AdvancedCommerceTransactionNotSupportedError"]
        #expect(TestEvent.v2.with("advancedCommerce", "true").codes() == codes)
        #expect(TestEvent.v2.with("advancedCommerce", "false").codes() == [])
        #expect(TestEvent.v1.with("advancedCommerce", "false").codes() == [])
        #expect(TestEvent.v1.with("advancedCommerce", nil).codes() == [])
    }

    @Test func `undelivered and half consumed breaks one rule, not the prorated one as well`() {
        let event = TestEvent.v2.withBody("deliveryStatus", "\"UNDELIVERED_OTHER\"")
        #expect(event.codes() == ["UndeliveredConsumptionPercentageNonZeroError"])
    }

    @Test func `undelivered and more than the whole breaks both rules`() {
        let event = TestEvent.v2.withBody("deliveryStatus", "\"UNDELIVERED_OTHER\"")
            .withBody("refundPreference", nil).withBody("consumptionPercentage", "100001")
        #expect(
            event.codes() == [
                "ConsumptionPercentageOutOfRangeError", "UndeliveredConsumptionPercentageNonZeroError",
            ]
        )
    }

    @Test func `a misspelt field in a body comes first and hides no other violation`() throws {
        let event = TestEvent.v2.withBody("refundPreferenze", "\"DECLINE\"").withBody("extra", "{\"a\":[1]}")
            .withBody("consumptionPercentage", "100001").with("environment", "\"Xcode\"")
        let refusal = try #require(event.judged().refusal)
        #expect(
            refusal.codes.map(\.rawValue) == [
                "UnknownFieldError", "UnsupportedEnvironmentError", "ConsumptionPercentageOutOfRangeError",
                "GrantProratedConsumptionPercentageError",
            ]
        )
        #expect(refusal.stage == .decode)
        #expect(refusal.violations[0].path == "$.consumptionRequest.refundPreferenze")
        #expect(refusal.message.contains("$.consumptionRequest.extra"))
    }

    @Test func `a field of the one body is unknown in the other`() {
        #expect(TestEvent.v1.withBody("consumptionPercentage", "0").codes() == ["UnknownFieldError"])
        #expect(TestEvent.v2.withBody("platform", "0").codes() == ["UnknownFieldError"])
    }

    @Test func `an event that breaks everything is told everything, in the order of report`() throws {
        let event = TestEvent.v2.with("environment", "\"Xcode\"").with("bundleId", "\"other\"")
            .with("type", "\"Gift\"").with("transactionId", "\"x\"").with("signedDate", "1")
            .with("inAppOwnershipType", "\"ASSIGNED\"").with("advancedCommerce", "true")
            .withBody("customerConsented", "false").withBody("sampleContentProvided", nil)
            .withBody("deliveryStatus", "\"?\"").withBody("refundPreference", "\"?\"").withBody("x", "1")
        let codes = try #require(event.judged().refusal).codes
        let order = ViolationCode.allCases
        #expect(codes.count == 12)
        #expect(codes == codes.sorted { order.firstIndex(of: $0) ?? 0 < order.firstIndex(of: $1) ?? 0 })
    }

    @Test func `an unknown reason or ownership passes`() {
        let event = TestEvent.v2.with("consumptionRequestReason", "\"NEW\"").with("inAppOwnershipType", "\"NEW\"")
        #expect(event.codes() == [])
    }
}
