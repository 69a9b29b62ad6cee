import ConsumptionRules

/// The text of an event whose fields can be replaced one by one; values are JSON as it is to stand there.
struct TestEvent: Sendable {
    static let now = UNIXMilliseconds(1_760_000_000_000)
    static let bundleID = "com.example.game"
    static let uuid = "3fa85f64-5717-4562-b3fc-2c963f66afa6"

    /// A consumable, delivered, half consumed.
    static let v2 = TestEvent(
        bodyKey: "consumptionRequest",
        body: [
            ("customerConsented", "true"), ("consumptionPercentage", "50000"), ("deliveryStatus", #""DELIVERED""#),
            ("refundPreference", #""GRANT_PRORATED""#), ("sampleContentProvided", "false"),
        ]
    )

    /// An Advanced Commerce purchase.
    static let v1 = TestEvent(
        bodyKey: "consumptionRequestV1",
        body: [
            ("customerConsented", "true"), ("consumptionStatus", "1"), ("platform", "2"),
            ("sampleContentProvided", "true"), ("deliveryStatus", "0"),
            ("appAccountToken", #""7E3FB20B-4CDB-47CC-936D-99D65F608138""#), ("accountTenure", "7"), ("playTime", "3"),
            ("lifetimeDollarsRefunded", "0"), ("lifetimeDollarsPurchased", "4"), ("userStatus", "1"),
            ("refundPreference", "2"),
        ]
    ).with("advancedCommerce", "true")

    private var fields = [
        ("notificationUUID", #""\#(uuid)""#), ("signedDate", "1759999000000"), ("environment", #""Production""#),
        ("bundleId", #""\#(bundleID)""#), ("transactionId", #""2000000123456789""#), ("type", #""Consumable""#),
    ]
    private let bodyKey: String
    private var body: [(String, String)]

    private init(bodyKey: String, body: [(String, String)]) {
        self.bodyKey = bodyKey
        self.body = body
    }

    /// With a top-level field set, or left out when the value is nil.
    func with(_ key: String, _ value: String?) -> TestEvent {
        var event = self
        event.fields = Self.replacing(key, value, in: fields)
        return event
    }

    /// With a field of the body set, or left out when the value is nil.
    func withBody(_ key: String, _ value: String?) -> TestEvent {
        var event = self
        event.body = Self.replacing(key, value, in: body)
        return event
    }

    private static func replacing(_ key: String, _ value: String?, in fields: [(String, String)]) -> [(String, String)]
    {
        guard let index = fields.firstIndex(where: { $0.0 == key }) else {
            return fields + (value.map { [(key, $0)] } ?? [])
        }
        var fields = fields
        fields.replaceSubrange(index...index, with: value.map { [(key, $0)] } ?? [])
        return fields
    }

    var text: String {
        Self.object(fields + [(bodyKey, Self.object(body))])
    }

    private static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    func judged() -> Judgement {
        Judgement(of: Array(text.utf8), at: Self.now) { $0 == Self.bundleID }
    }

    /// The codes for which it is refused, none when it is accepted.
    func codes() -> [String] {
        judged().refusal?.codes.map(\.rawValue) ?? []
    }
}

extension Judgement {
    var refusal: Refusal? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal
    }

    var report: ConsumptionReport? {
        guard case .report(let report) = self else { return nil }
        return report
    }

    /// The verdict on a text, with the clock and the app of `TestEvent`.
    init(of text: String) {
        self.init(of: Array(text.utf8), at: TestEvent.now) { $0 == TestEvent.bundleID }
    }
}

extension ConsumptionReport {
    var bodyText: String {
        var bytes: [UInt8] = []
        appendBody(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
