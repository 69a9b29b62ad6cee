import ConsumptionRules

/// Events on both sides of every rule that a schema can say.
enum SchemaEvents {
    static let valid = """
        {"notificationUUID":"5f3a0b52-8d3c-4a7e-9a55-0a2b6d1c9f10","signedDate":1750000000000,"environment":"Sandbox",\
        "bundleId":"com.example.game","transactionId":"1","type":"Consumable",\
        "consumptionRequest":{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}}
        """

    static var all: [String] { [valid] + changed + currentBodies + olderBodies }

    /// The valid event with one text in it replaced.
    private static var changed: [String] {
        let changes: [(String, String)] = [
            (#""environment":"Sandbox""#, #""environment":"Production""#),
            (#""environment":"Sandbox""#, #""environment":"Xcode""#),
            (#""environment":"Sandbox","#, ""),
            (#""transactionId":"1""#, #""transactionId":"""#),
            (#""transactionId":"1""#, #""transactionId":1"#),
            (
                #""transactionId":"1""#,
                #""transactionId":"1234567890123456789012345678901234567890123456789012345678901234""#
            ),
            (
                #""transactionId":"1""#,
                #""transactionId":"12345678901234567890123456789012345678901234567890123456789012345""#
            ),
            (#""signedDate":1750000000000"#, #""signedDate":1750000000"#),
            (#""signedDate":1750000000000"#, #""signedDate":"1750000000000""#),
            (#""type":"Consumable""#, #""type":"consumable""#),
            (#""type":"Consumable""#, #""type":"Consumable","inAppOwnershipType":"PURCHASED""#),
            (#""type":"Consumable""#, #""type":"Consumable","inAppOwnershipType":"FAMILY_SHARED""#),
            (#""type":"Consumable""#, #""type":"Consumable","inAppOwnershipType":"ASSIGNED""#),
            (#""type":"Consumable""#, #""type":"Consumable","inAppOwnershipType":"OTHER""#),
            (#""type":"Consumable""#, #""type":"Consumable","inAppOwnershipType":null"#),
            (#""type":"Consumable""#, #""type":"Consumable","advancedCommerce":false"#),
            (#""type":"Consumable""#, #""type":"Consumable","advancedCommerce":true"#),
            (#""type":"Consumable""#, #""type":"Consumable","advancedCommerce":1"#),
            (#""type":"Consumable""#, #""type":"Consumable","schemaVersion":1,"other":{}"#),
            (#""type":"Consumable""#, #""type":"Consumable","schemaVersion":2"#),
            (#""type":"Consumable""#, #""type":"Consumable","consumptionRequestReason":"NEW""#),
            (#""type":"Consumable""#, #""type":"Consumable","consumptionRequestReason":1"#),
            (#""type":"Consumable""#, #""type":"Consumable","consumptionRequestV1":null"#),
            (#""type":"Consumable""#, #""type":"Consumable","consumptionRequestV1":{}"#),
            (#""consumptionRequest""#, #""consumptionRequestV1""#),
            (#""consumptionRequest""#, #""consumptionRequests""#),
            (#""customerConsented":true"#, #""customerConsented":false"#),
            (#""customerConsented":true"#, #""customerConsented":null"#),
            (#""customerConsented":true,"#, ""),
            (#""sampleContentProvided":false"#, #""sampleContentProvided":true"#),
            (#""sampleContentProvided":false"#, #""sampleContentProvided":0"#),
            (#""sampleContentProvided":false"#, #""sampleContentProvided":null"#),
            (#","sampleContentProvided":false"#, ""),
            (#""deliveryStatus":"DELIVERED","#, ""),
            (#""sampleContentProvided":false"#, #""sampleContentProvided":false,"refundPrefrence":"DECLINE""#),
            (#""5f3a0b52-"#, #""5F3A0B52-"#),
            (#""5f3a0b52-"#, #""5f3a0b52"#),
        ]
        return changes.map { valid.replacing($0, with: $1) }
    }

    /// Every combination of product type, delivery, preference and percentage.
    private static var currentBodies: [String] {
        let preferences = ["", "null", "\"LATER\""] + RefundPreference.allCases.map { "\"\($0.rawValue)\"" }
        let percentages = ["", "null", "-1", "0", "1", "99999", "100000", "100001", "\"1\""]
        var events: [String] = []
        for type in ProductType.allCases {
            for delivery in DeliveryStatus.allCases.map(\.rawValue) + ["LOST"] {
                for preference in preferences {
                    for percentage in percentages {
                        let fields = [
                            "\"deliveryStatus\":\"\(delivery)\"", field("refundPreference", preference),
                            field("consumptionPercentage", percentage),
                        ]
                        events.append(event(type, body: fields))
                    }
                }
            }
        }
        return events
    }

    /// The older body for every product type, with each of its numbers at its edges.
    private static var olderBodies: [String] {
        let last = [
            "accountTenure": 7, "consumptionStatus": 3, "deliveryStatus": 5, "lifetimeDollarsPurchased": 7,
            "lifetimeDollarsRefunded": 7, "platform": 2, "playTime": 7, "userStatus": 4, "refundPreference": 3,
        ]
        let zeros = last.mapValues { _ in "0" }
        let uuid = "\"5f3a0b52-8d3c-4a7e-9a55-0a2b6d1c9f10\""
        var events = ProductType.allCases.map { olderBody($0, token: "\"\"", zeros) }
        events += [uuid, "\"x\"", "null", ""].map { olderBody(.consumable, token: $0, zeros) }
        for (name, last) in last {
            for value in ["-1", "\(last)", "\(last + 1)", "", "null"] {
                events.append(olderBody(.consumable, token: uuid, zeros.merging([name: value]) { $1 }))
            }
        }
        return events
    }

    private static func olderBody(_ type: ProductType, token: String, _ numbers: [String: String]) -> String {
        let fields = numbers.map { field($0, $1) } + [field("appAccountToken", token)]
        return event(type, body: fields).replacing("\"consumptionRequest\"", with: "\"consumptionRequestV1\"")
    }

    private static func event(_ type: ProductType, body fields: [String]) -> String {
        valid.replacing("\"Consumable\"", with: "\"\(type.rawValue)\"")
            .replacing("\"deliveryStatus\":\"DELIVERED\"", with: fields.filter { !$0.isEmpty }.joined(separator: ","))
    }

    /// Nothing for a value that is left out.
    private static func field(_ name: String, _ value: String) -> String {
        value.isEmpty ? "" : "\"\(name)\":\(value)"
    }
}
