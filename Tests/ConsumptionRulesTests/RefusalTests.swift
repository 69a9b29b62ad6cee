import ConsumptionRules
import Testing

@Suite struct RefusalTests {
    @Test func `the message is one line that names code, place and remedy`() throws {
        let refusal = try #require(TestEvent.v2.withBody("consumptionPercentage", "100001").judged().refusal)
        #expect(
            refusal.message == """
                ConsumptionPercentageOutOfRangeError at $.consumptionRequest.consumptionPercentage: \
                100001 is outside 0…100000; \
                GrantProratedConsumptionPercentageError at $.consumptionRequest.consumptionPercentage: \
                GRANT_PRORATED needs a percentage in 1…99999
                """
        )
    }

    @Test func `thousands of unknown fields with hostile names stay one short line`() throws {
        let names = (0..<300).map { "\\u000a\\u202e\u{202e}é\($0)" + String(repeating: "x", count: 100) }
        let event = names.reduce(TestEvent.v2) { $0.withBody($1, "1") }
        let refusal = try #require(event.judged().refusal)
        #expect(refusal.codes == [.unknownField])
        #expect(refusal.message.utf8.count <= Refusal.maximumMessageSize)
        #expect(refusal.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F || $0 == "…" })
        #expect(refusal.violations[0].message.hasSuffix("and 292 more"))
    }

    @Test func `no message holds what a customer could be known by`() {
        let secrets = ["2000000123456789", "7E3FB20B-4CDB-47CC-936D-99D65F608138"]
        let fields = [
            "notificationUUID", "environment", "bundleId", "transactionId", "type", "inAppOwnershipType",
            "consumptionRequestReason",
        ]
        let bodyFields = ["deliveryStatus", "refundPreference", "appAccountToken", "customerConsented"]
        for secret in secrets {
            let value = "\"\(secret)x\""
            let events =
                fields.map { TestEvent.v2.with($0, value) } + bodyFields.map { TestEvent.v2.withBody($0, value) }
                + bodyFields.map { TestEvent.v1.withBody($0, value) }
            for message in events.compactMap({ $0.judged().refusal?.message }) {
                #expect(!message.contains(secret))
            }
        }
    }

    @Test func `a number or a key as long as an id is not shown`() {
        let id = "2000000123456789"
        let events = [
            TestEvent.v2.with("signedDate", id), TestEvent.v2.withBody("consumptionPercentage", id),
            TestEvent.v1.withBody("platform", id), TestEvent.v2.withBody(id, "1"),
            TestEvent.v2.with("x", "{\"\(id)\":?}"), TestEvent.v2.with("schemaVersion", id),
        ]
        for event in events {
            let message = event.judged().refusal?.message
            #expect(message?.contains(id) == false)
        }
    }

    @Test func `a misspelt name is shown`() throws {
        let refusal = try #require(TestEvent.v2.withBody("deliveryStatus", "\"Delivered\"").judged().refusal)
        #expect(refusal.message.contains("\"Delivered\""))
        let app = try #require(TestEvent.v2.with("bundleId", "\"com.example.gmae\"").judged().refusal)
        #expect(app.message.contains("com.example.gmae"))
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "…"), ("abcde", 4, "a…"), ("éé", 4, "éé"), ("ééé", 5, "é…"), ("👩‍👩‍👧x", 18, "…"),
    ])
    func `a text is cut between characters, never within one`(_ text: String, _ limit: Int, _ expected: String) {
        #expect(text.cut(toUTF8Bytes: limit) == expected)
    }

    @Test func `every code is listed once and belongs to one stage`() {
        #expect(Set(ViolationCode.allCases.map(\.rawValue)).count == ViolationCode.allCases.count)
        #expect(ViolationCode.allCases.filter { $0.stage == .decode }.count == 6)
    }
}
