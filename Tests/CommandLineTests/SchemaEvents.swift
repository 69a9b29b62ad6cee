import ConsumptionRules

/// Events on both sides of every rule: each field with every kind of value, for each product type and both bodies, and what depends
/// on each other in all combinations.
enum SchemaEvents {
    static var all: [String] { single + combined + odd }

    private static let uuid = "5f3a0b52-8d3c-4a7e-9a55-0a2b6d1c9f10"
    private static let types = ProductType.allCases.map { "\"\($0.rawValue)\"" }

    /// Names with the JSON text of their values.
    private typealias Fields = [(name: String, json: String)]

    private static let top: Fields = [
        ("notificationUUID", "\"\(uuid)\""), ("signedDate", "1750000000000"), ("environment", #""Sandbox""#),
        ("bundleId", #""com.example.game""#), ("transactionId", #""1""#),
    ]
    private static let current: Fields = [
        ("customerConsented", "true"), ("deliveryStatus", #""DELIVERED""#), ("sampleContentProvided", "false"),
    ]
    private static let older: Fields = [
        ("customerConsented", "true"), ("consumptionStatus", "1"), ("platform", "2"),
        ("sampleContentProvided", "true"), ("deliveryStatus", "0"), ("appAccountToken", #""""#), ("accountTenure", "7"),
        ("playTime", "3"), ("lifetimeDollarsRefunded", "0"), ("lifetimeDollarsPurchased", "4"), ("userStatus", "1"),
    ]

    /// Every kind of JSON value, and the edges of every rule; each is tried in every field.
    private static let values: [String] = {
        let names = [AppStoreEnvironment.sandbox.rawValue, ProductType.consumable.rawValue]
        let others = OwnershipType.allCases.map(\.rawValue) + RefundPreference.allCases.map(\.rawValue)
        let identities = [
            "", "x", uuid, uuid.uppercased(), String(uuid.dropLast()), uuid + "\\n", "1\\n", "12", "com.example.other",
            String(repeating: "7", count: 64), String(repeating: "7", count: 65), "\u{0661}",
        ]
        let integers = [
            "-1", "0", "-0", "1", "2", "3", "4", "5", "6", "7", "8", "99999", "100000", "100001", "1577836799999",
            "1577836800000", "99999999999999", "2147483648", "9223372036854775807", "9223372036854775808",
            "-9223372036854775809", "0.0", "1.0", "1e0", "1.5", "1577836800000.0", "1e400",
        ]
        let strings = (names + others + ["DELIVERED", "delivered", "UNDELIVERED_OTHER"] + identities).map {
            "\"\($0)\""
        }
        return ["null", "true", "false", "[]", "{}", "[1]", #"{"a":null}"#] + integers + strings
    }()

    /// Each field alone with every value, and left out.
    private static var single: [String] {
        let bodies = [
            ("consumptionRequest", current, ["consumptionPercentage", "refundPreference", "refundPrefrence"]),
            ("consumptionRequestV1", older, ["refundPreference", "consumptionPercentage"]),
        ]
        let optional = ["schemaVersion", "inAppOwnershipType", "advancedCommerce", "consumptionRequestReason", "other"]
        return types.flatMap { type in
            bodies.flatMap { name, body, more in
                let fields = top + [("type", type)]
                let ofTop = changes(
                    fields + [(name, object(body))],
                    and: optional + ["consumptionRequest", "consumptionRequestV1"]
                )
                return ofTop.map(object) + changes(body, and: more).map { object(fields + [(name, object($0))]) }
            }
        }
    }

    private static func changes(_ fields: Fields, and optional: [String]) -> [Fields] {
        let names = Set(fields.map(\.name) + optional).sorted()
        return names.flatMap { name in
            let others = fields.filter { $0.name != name }
            return [others] + values.map { others + [(name, $0)] }
        }
    }

    /// Every combination of product type, Advanced Commerce, delivery, preference and percentage.
    private static var combined: [String] {
        let preferences = ["", "null", "\"LATER\""] + RefundPreference.allCases.map { "\"\($0.rawValue)\"" }
        let percentages = ["", "null", "-1", "0", "1", "99999", "100000", "100001", "1.0", "\"1\""]
        let deliveries = ["", "null", "\"LOST\""] + DeliveryStatus.allCases.map { "\"\($0.rawValue)\"" }
        return types.flatMap { type in
            ["", "true"].flatMap { commerce in
                deliveries.flatMap { delivery in
                    preferences.flatMap { preference in
                        percentages.map { percentage in
                            let body = [
                                ("customerConsented", "true"), ("sampleContentProvided", "true"),
                                ("deliveryStatus", delivery), ("refundPreference", preference),
                                ("consumptionPercentage", percentage),
                            ]
                            let fields = top + [("type", type), ("advancedCommerce", commerce)]
                            return object(fields + [("consumptionRequest", object(body))])
                        }
                    }
                }
            }
        }
    }

    /// What is no matter of one field: text that is no JSON, or JSON of a form that a schema does not see.
    private static var odd: [String] {
        let valid = object(top + [("type", types[0]), ("consumptionRequest", object(current))])
        let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        let more = [
            #""environment":"Sandbox""#, #""other":"\ud800""#, #""other":"\ud83d\ude00""#, "\"other\":\(deep)",
            "\"other\":\(deep.dropFirst().dropLast())", #""bundleI\u0064":"com.example.game""#, "\"other\":NaN", "",
            "\"other\":\"\(String(repeating: "x", count: 65_536))\"",
            "\"other\":1\(String(repeating: "0", count: 5_000))",
        ]
        let texts = ["", "null", "1", "[]", "{}", "{", "\u{FEFF}" + valid, valid + "1", valid + " ", "\"" + valid]
        return texts + more.map { valid.dropLast() + "," + $0 + "}" }
    }

    /// A value without text is left out.
    private static func object(_ fields: Fields) -> String {
        "{" + fields.filter { !$0.json.isEmpty }.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }
}
