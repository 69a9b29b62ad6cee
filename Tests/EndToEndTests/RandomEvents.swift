import Flow

/// Values of records by a seeded generator: events that are valid, events with a field or a few bytes changed, and mere bytes.
///
/// None holds a line break, so that each is a line of `validate`. Two have the same notification by no more than chance.
struct RandomEvents {
    private var random: SeededGenerator
    private let apps: [String]
    private let signedDate: Int64

    /// - Parameter signedDate: Of the valid ones, in UNIX milliseconds.
    init(seed: UInt64, apps: [String], signedDate: Int64) {
        (random, self.apps, self.signedDate) = (SeededGenerator(seed: seed), apps, signedDate)
    }

    /// One value after the other, told apart by their numbers.
    mutating func values(_ count: Int) -> [[UInt8]] {
        (0..<count).map { number in value(number).map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 } }
    }

    private mutating func value(_ number: Int) -> [UInt8] {
        var event = valid(number)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: return Array(event.text.utf8)
        case 30..<75:
            for _ in 0...Int.random(in: 0...1, using: &random) { change(&event) }
            return Array(event.text.utf8)
        case 75..<92: return damaged(Array(event.text.utf8))
        case 92..<93: return Array(event.text.utf8) + Array(repeating: UInt8(ascii: " "), count: 66_000)
        default: return (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        }
    }

    private mutating func valid(_ number: Int) -> EventText {
        let eventCase = EventCase.valid[Int.random(in: 0..<EventCase.valid.count, using: &random)]
        let app = apps[number % apps.count]
        var event = eventCase.value(EventText(number, app: app, signedDate: signedDate)).event
        let digits = String(UInt64.random(in: 1 << 60 ... .max, using: &random), radix: 16)
        event["notificationUUID"] =
            "\"\(digits.prefix(8))-\(digits.dropFirst(8).prefix(4))-4000-8000-\(digits.suffix(12))\""
        return event
    }

    private static let fields = [
        "notificationUUID", "signedDate", "environment", "bundleId", "transactionId", "type", "schemaVersion",
        "inAppOwnershipType", "advancedCommerce", "consumptionRequestReason", "consumptionRequest",
        "consumptionRequestV1", "another",
    ]
    private static let bodyFields = [
        "customerConsented", "consumptionPercentage", "deliveryStatus", "refundPreference", "sampleContentProvided",
        "consumptionStatus", "platform", "appAccountToken", "accountTenure", "playTime", "lifetimeDollarsRefunded",
        "lifetimeDollarsPurchased", "userStatus", "refundPrefrence",
    ]
    private static let numbers = [
        "0", "1", "3", "4", "5", "8", "-1", "-0", "99999", "100000", "100001", "1577836800000", "99999999999999",
        "9223372036854775808", "50000.0", "5e4", "1.5", "1.0",
    ]
    private static let others = [
        "null", "true", "false", "{}", "[]", "\"\"", "\"12\"", "\"x\"", "\"DELIVERED\"", "\"UNDELIVERED_OTHER\"",
        "\"GRANT_FULL\"", "\"GRANT_PRORATED\"", "\"Consumable\"", "\"Non-Consumable\"",
        "\"Auto-Renewable Subscription\"",
        "\"Sandbox\"", "\"Xcode\"", "\"FAMILY_SHARED\"", "\"ASSIGNED\"", "\"PURCHASED\"", "\"com.example.stranger\"",
        "\"\\ud800\"", #"{"a":1,"a":2}"#, String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
    ]

    private mutating func change(_ event: inout EventText) {
        let pool = Self.numbers + Self.others
        let json = Int.random(in: 0..<6, using: &random) == 0 ? nil : pool.randomElement(using: &random)
        if Bool.random(using: &random) {
            event[Self.fields.randomElement(using: &random) ?? ""] = json
        } else {
            event[body: Self.bodyFields.randomElement(using: &random) ?? ""] = json
        }
    }

    private mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...6, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2: bytes[start] = .random(in: 0...255, using: &random)
        default: bytes.swapAt(start, bytes.count - 1)
        }
        return bytes
    }
}
