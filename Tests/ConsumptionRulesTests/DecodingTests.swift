import ConsumptionRules
import Testing

@Suite struct DecodingTests {
    private func decoded(_ event: TestEvent) throws -> ConsumptionEvent {
        try ConsumptionEvent(decoding: Array(event.text.utf8))
    }

    @Test func `a record without a value is a tombstone`() {
        let judgement = Judgement(of: nil, at: TestEvent.now) { _ in true }
        #expect(judgement.refusal?.codes == [.tombstone])
        #expect(judgement.refusal?.stage == .decode)
    }

    @Test func `R50 64 KiB are read, one byte more is not`() {
        let event = TestEvent.v2.with("pad", "\"\"")
        let pad = String(repeating: "x", count: ConsumptionEvent.maximumSize - event.text.utf8.count)
        #expect(TestEvent.v2.with("pad", "\"\(pad)\"").codes() == [])
        #expect(TestEvent.v2.with("pad", "\"\(pad)x\"").codes() == ["EventTooLargeError"])
    }

    @Test(arguments: ["0", "2", "-1", "99999999999999999999"])
    func `another schema version is named before anything that it may have changed`(_ version: String) throws {
        let event = TestEvent.v2.with("type", "7").withBody("new", "1").with("schemaVersion", version)
        #expect(event.codes() == ["UnsupportedSchemaVersionError"])
    }

    @Test(arguments: ["1", "null", nil])
    func `version 1 is understood, and is the default`(_ version: String?) {
        #expect(TestEvent.v2.with("schemaVersion", version).codes() == [])
    }

    @Test func `null for an optional field is the same as leaving it out`() throws {
        var event = TestEvent.v2
        for field in [
            "schemaVersion", "inAppOwnershipType", "advancedCommerce", "consumptionRequestReason",
            "consumptionRequestV1",
        ] {
            event = event.with(field, "null")
        }
        #expect(try decoded(event) == decoded(TestEvent.v2))
    }

    @Test func `unknown top-level fields are ignored, whatever they hold`() throws {
        let event = TestEvent.v2.with("producer", #"{"a":[1e999,-0.5E+1,{"b":"\ud83d\ude00"}],"c":null}"#)
        #expect(try decoded(event) == decoded(TestEvent.v2))
    }

    @Test func `escapes are undone`() throws {
        let event = try decoded(
            TestEvent.v2.with("consumptionRequestReason", #""\"\\\/\b\f\n\r\té\u00E9\u20ac\ud83d\ude00\u0000""#)
        )
        #expect(event.consumptionRequestReason == "\"\\/\u{8}\u{C}\n\r\té\u{E9}€😀\u{0}")
        let escaped = TestEvent.v2.withBody("deliveryStatus", #""\u0044ELIVERE\u0044""#)
        #expect(escaped.codes() == [])
    }

    @Test func `defaults are filled in where the contract has them`() throws {
        let event = try decoded(TestEvent.v2)
        #expect(event.inAppOwnershipType == .known(.purchased))
        #expect(event.advancedCommerce == false)
        #expect(event.consumptionRequestReason == nil)
    }

    @Test(
        arguments: [
            ("9223372036854775807", .exact(.max)), ("-9223372036854775808", .exact(.min)), ("-0", .exact(0)),
            ("9223372036854775808", .aboveRange), ("-9223372036854775809", .belowRange),
            ("18446744073709551617", .aboveRange),
        ] as [(String, WireInteger)]
    )
    func `integers are exact to the last digit of 64 bits`(_ text: String, _ expected: WireInteger) throws {
        #expect(try decoded(TestEvent.v2.with("signedDate", text)).signedDate == expected)
    }

    @Test func `a refused event still says which one it was`() throws {
        let identity = try #require(TestEvent.v2.withBody("customerConsented", "false").judged().refusal).identity
        #expect(identity.notificationUUID == NotificationUUID(TestEvent.uuid))
        #expect(identity.signedDate == UNIXMilliseconds(1_759_999_000_000))
        #expect(identity.environment == .production)
        #expect(identity.bundleID == TestEvent.bundleID)
        #expect(identity.transactionID == "2000000123456789")
    }

    @Test func `a malformed event says what could still be read of it`() throws {
        let identity = try #require(TestEvent.v2.with("type", "7").judged().refusal).identity
        #expect(identity.transactionID == "2000000123456789")
    }

    @Test func `an identity holds nothing that is not well-formed`() throws {
        let event = TestEvent.v2.with("transactionId", "\"a\\nb\"").with("bundleId", "\"a b\"")
            .with("environment", "\"?\"").with("signedDate", "99999999999999999999")
        let identity = try #require(event.judged().refusal).identity
        #expect(identity.transactionID == nil)
        #expect(identity.bundleID == nil)
        #expect(identity.environment == nil)
        #expect(identity.signedDate == nil)
    }
}
