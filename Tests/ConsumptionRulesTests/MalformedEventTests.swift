import ConsumptionRules
import Testing

@Suite struct MalformedEventTests {
    @Test(arguments: [
        ("", 0, "$"), ("   ", 3, "$"), ("{", 1, "$"), ("{\"a\"", 4, "$"), ("{\"a\":", 5, "$.a"),
        ("{\"a\":1", 6, "$.a"), ("{\"a\":1,", 7, "$.a"), ("{\"a\":1,}", 7, "$.a"), ("{,}", 1, "$"), ("{a:1}", 1, "$"),
        ("{'a':1}", 1, "$"), ("{\"a\" 1}", 5, "$"), ("{\"a\":1 \"b\":2}", 7, "$.a"), ("{\"a\":[1,]}", 8, "$.a[1]"),
        ("{\"a\":[1 2]}", 8, "$.a[0]"), ("{\"a\":[}", 6, "$.a[0]"), ("{\"a\":{]}", 6, "$.a"), ("{} x", 3, "$"),
        ("{}{}", 2, "$"), ("{\"a\":tru}", 5, "$.a"), ("{\"a\":nul", 5, "$.a"), ("{\"a\":TRUE}", 5, "$.a"),
        ("{\"a\":NaN}", 5, "$.a"), ("{\"a\":+1}", 5, "$.a"), ("{\"a\":.5}", 5, "$.a"), ("{\"a\":01}", 7, "$.a"),
        ("{\"a\":-01}", 8, "$.a"), ("{\"a\":-}", 6, "$.a"), ("{\"a\":1.}", 7, "$.a"), ("{\"a\":1e}", 7, "$.a"),
        ("{\"a\":1e+}", 8, "$.a"), ("{\"a\":0x1}", 6, "$.a"), ("{\"a\":\"\n\"}", 6, "$.a"),
        ("{\"a\":\"\u{0}\"}", 6, "$.a"), ("{\"a\":\"\\x\"}", 7, "$.a"), ("{\"a\":\"\\u12g4\"}", 10, "$.a"),
        ("{\"a\":\"\\u12", 10, "$.a"), ("{\"a\":\"\\", 7, "$.a"), ("{\"a\":\"\\ud800\"}", 12, "$.a"),
        ("{\"a\":\"\\ud800\\n\"}", 12, "$.a"), ("{\"a\":\"\\ud800\\u0061\"}", 18, "$.a"),
        ("{\"a\":\"\\ud800\\ud800\"}", 18, "$.a"),
        ("{\"a\":\"\\udc00\"}", 12, "$.a"), ("{\"a\":\"open", 10, "$.a"), ("\u{FEFF}{}", 0, "$"), ("{\u{A0}}", 1, "$"),
        ("{\"a\":1}//", 7, "$"), ("{\"a b\":?}", 7, "$[\"a b\"]"), ("{\"é\\n\":?}", 8, "$[\"???\"]"),
    ])
    func `a text that is not JSON is refused where it goes wrong`(_ text: String, _ offset: Int, _ path: String) throws
    {
        let refusal = try #require(Judgement(of: text).refusal)
        #expect(refusal.codes == [text.isEmpty ? .emptyEvent : .malformedEvent])
        #expect(refusal.stage == .decode)
        #expect(refusal.violations[0].path == path)
        #expect(refusal.violations[0].byteOffset == (text.isEmpty ? nil : offset))
        #expect(refusal.identity == Judgement(of: "?").refusal?.identity)
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
            [0xF8, 0x88, 0x80, 0x80],
        ] as [[UInt8]]
    )
    func `bytes that are not UTF-8 are refused where they stand`(_ bytes: [UInt8]) throws {
        let text = Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)
        let refusal = try #require(Judgement(of: text, at: TestEvent.now, isConfigured: { _ in true }).refusal)
        #expect(refusal.codes == [.malformedEvent])
        #expect(refusal.violations[0].byteOffset == 6)
        #expect(refusal.message.contains("UTF-8"))
    }

    @Test(arguments: [
        ("{\"a\":1,\"a\":1}", "$.a", 7), ("{\"a\":1,\"\\u0061\":1}", "$.a", 7), ("{\"\\u0061\":1,\"a\":1}", "$.a", 12),
        ("{\"x\":[{\"é\":1,\"b\":2,\"\\u00e9\":3}]}", "$.x[0][\"??\"]", 20),
        ("{\"😀\":1,\"\\ud83d\\ude00\":1}", "$[\"????\"]", 10),
        ("{\"type\":\"Consumable\",\"type\":null}", "$.type", 21), ("{\"\":1,\"\":2}", "$[\"\"]", 6),
        ("{\"consumptionRequest\":null,\"consumptionRequest\":{}}", "$.consumptionRequest", 27),
    ])
    func `a key that occurs twice in one object is refused`(_ text: String, _ path: String, _ offset: Int) throws {
        let violation = try #require(Judgement(of: text).refusal).violations[0]
        #expect(violation.code == .malformedEvent)
        #expect(violation.message.contains("twice"))
        #expect(violation.path == path)
        #expect(violation.byteOffset == offset)
    }

    @Test func `a key that occurs twice among thousands is found, however it is written`() throws {
        let keys = (0..<5000).map { "\"k\($0)\":0" }
        let text = "{" + (keys + ["\"\\u006b4999\":1"]).joined(separator: ",") + "}"
        let violation = try #require(Judgement(of: text).refusal).violations[0]
        #expect(violation.message.contains("twice"))
        #expect(violation.path == "$.k4999")
        #expect(violation.byteOffset == keys.joined(separator: ",").utf8.count + 2)
    }

    @Test func `the same key in different objects is no repeat`() {
        let event = TestEvent.v2.with("x", "[{\"a\":1},{\"a\":1,\"b\":{\"a\":1}}]").with("a", "{\"type\":1}")
        #expect(event.codes() == [])
    }

    @Test func `keys that look alike are different keys`() {
        #expect(TestEvent.v2.with("é", "1").with("e\u{301}", "1").codes() == [])
    }

    @Test(arguments: [(31, true), (32, false), (60000, false)])
    func `nesting ends at 32 levels`(_ levels: Int, _ isAccepted: Bool) {
        let value = String(repeating: "[", count: levels) + String(repeating: "]", count: min(levels, 100))
        #expect(TestEvent.v2.with("x", value).codes() == (isAccepted ? [] : ["MalformedEventError"]))
    }

    @Test(arguments: ["[]", "1", "\"x\"", "null", "true"])
    func `a text that is no object is malformed`(_ text: String) {
        #expect(Judgement(of: text).refusal?.codes == [.malformedEvent])
    }

    @Test(arguments: ["notificationUUID", "signedDate", "environment", "bundleId", "type"])
    func `a required field that is missing or null is malformed, with its path`(_ field: String) throws {
        for value in [nil, "null"] {
            let refusal = try #require(TestEvent.v2.with(field, value).judged().refusal)
            #expect(refusal.codes == [.malformedEvent])
            #expect(refusal.violations[0].path == "$.\(field)")
        }
    }

    @Test(arguments: [
        ("notificationUUID", ["1", "true", "{}", "\"3fa85f64\"", "\"3fa85f64-5717-4562-b3fc-2c963f66afa6 \"", "\"\""]),
        ("signedDate", ["1760000000000.0", "176e10", "\"1760000000000\"", "true", "[1]"]),
        ("environment", ["1", "[]", "false"]), ("bundleId", ["1", "{}"]), ("transactionId", ["2000", "null", "[]"]),
        ("type", ["1", "{}"]), ("inAppOwnershipType", ["1", "[]", "{}"]), ("advancedCommerce", ["\"true\"", "1", "0"]),
        ("consumptionRequestReason", ["1", "{}"]), ("schemaVersion", ["1.0", "\"1\"", "true", "1e0"]),
        ("consumptionRequestV1", ["1", "\"\"", "[]"]),
    ])
    func `a field of the wrong type is malformed, with its path`(_ field: String, _ values: [String]) throws {
        for value in values {
            let event = TestEvent.v2.with(field, value)
            let refusal = try #require(event.judged().refusal, "\(value)")
            #expect(refusal.codes == [.malformedEvent])
            #expect(refusal.violations[0].path == "$.\(field)")
            #expect(refusal.violations[0].byteOffset == event.offset(of: "\"\(field)\":"))
        }
    }

    @Test(arguments: [
        ("customerConsented", ["1", "\"true\"", "null"]), ("sampleContentProvided", ["0", "null", "\"\""]),
        ("deliveryStatus", ["0", "null", "[]"]), ("refundPreference", ["1", "{}", "true"]),
        ("consumptionPercentage", ["50000.0", "5e4", "\"50000\"", "true", "1.5", "-0.0", "[]", "{}"]),
    ])
    func `a body field of the wrong type is malformed, with its path`(_ field: String, _ values: [String]) throws {
        for value in values {
            let refusal = try #require(TestEvent.v2.withBody(field, value).judged().refusal, "\(value)")
            #expect(refusal.codes == [.malformedEvent])
            #expect(refusal.violations[0].path == "$.consumptionRequest.\(field)")
        }
    }

    @Test func `the first of several values of the wrong type is named`() throws {
        let event = TestEvent.v2.with("environment", "1").withBody("deliveryStatus", "2")
        #expect(try #require(event.judged().refusal).violations.map(\.path) == ["$.environment"])
    }

    @Test func `both bodies or neither is malformed`() throws {
        let both = try #require(TestEvent.v2.with("consumptionRequestV1", "{}").judged().refusal)
        #expect(both.violations.map(\.path) == ["$"])
        let neither = TestEvent.v2.text.replacing("\"consumptionRequest\"", with: "\"other\"")
        #expect(Judgement(of: neither).refusal?.violations.map(\.path) == ["$"])
        let null = TestEvent.v2.with("consumptionRequestV1", "null")
        #expect(null.codes() == [])
    }
}

extension TestEvent {
    /// Where the text after `prefix` begins, in bytes.
    fileprivate func offset(of prefix: String) -> Int? {
        text.firstRange(of: prefix).map { text.utf8.distance(from: text.startIndex, to: $0.upperBound) }
    }
}
