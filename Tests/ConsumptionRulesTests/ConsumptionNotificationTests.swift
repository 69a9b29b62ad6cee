import Foundation
import Testing

@testable import ConsumptionRules

@Suite struct ConsumptionNotificationTests {
    private var text = NotificationText()
    private let now = UNIXMilliseconds(NotificationText.signedDate + 60_000)
    private let delivered = #""customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false"#

    private func event(_ answers: String, at time: UNIXMilliseconds? = nil) throws -> [String: Any] {
        let notification = try ConsumptionNotification(decoding: text.bytes)
        let bytes = try notification.event(with: ConsumptionAnswers(decoding: Array(answers.utf8)), at: time ?? now)
        guard case .report = Judgement(of: bytes, at: now, isConfigured: { _ in true }) else {
            Issue.record("the rules refuse \(String(decoding: bytes, as: UTF8.self))")
            return [:]
        }
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func faults(_ answers: String, at time: UNIXMilliseconds? = nil) throws -> [String] {
        let faults = try #require(throws: ProducerFaults.self) { try event(answers, at: time) }
        return faults.faults.map { "\($0.source) \($0.path)" + ($0.code.map { " \($0)" } ?? "") }
    }

    @Test(arguments: [(false, false), (true, false), (true, true)])
    mutating func `an event holds the notification's facts and the answers, decoded before or here`(
        signsTransaction: Bool,
        signsAll: Bool
    ) throws {
        (text.signsTransaction, text.signsAll) = (signsTransaction, signsAll)
        let event = try event("{\(delivered),\"consumptionPercentage\":67932}")
        let expected: [String: Any] = [
            "notificationUUID": "3fa85f64-5717-4562-b3fc-2c963f66afa6", "signedDate": NotificationText.signedDate,
            "environment": "Sandbox", "bundleId": "com.example.game", "transactionId": "2000000123456789",
            "type": "Consumable", "inAppOwnershipType": "PURCHASED", "consumptionRequestReason": "UNINTENDED_PURCHASE",
            "consumptionRequest": [
                "customerConsented": true, "deliveryStatus": "DELIVERED", "sampleContentProvided": false,
                "consumptionPercentage": 67932,
            ],
        ]
        #expect(event as NSDictionary == expected as NSDictionary)
        let notification = try ConsumptionNotification(decoding: text.bytes)
        #expect(notification.isReadFromSignedPart == signsTransaction)
        #expect(notification.transactionID == "2000000123456789")
    }

    @Test func `typed answers make the same event`() throws {
        let answers = ConsumptionRequest(
            customerConsented: true,
            deliveryStatus: .delivered,
            sampleContentProvided: false,
            consumptionPercentage: try ConsumptionPercentage(used: 1, of: 2),
            refundPreference: .grantProrated
        )
        let bytes = try ConsumptionNotification(decoding: text.bytes).event(with: ConsumptionAnswers(answers), at: now)
        let made = try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
        #expect(
            made == (try event("{\(delivered),\"used\":1,\"refundPreference\":\"GRANT_PRORATED\"}")) as NSDictionary
        )
    }

    @Test(arguments: [("\"used\":1", 50000), ("\"used\":0", 0), ("\"used\":1,\"bought\":3", 33333)])
    func `units become a percentage of the quantity, or of what was bought`(units: String, share: Int) throws {
        let body = try event("{\(delivered),\(units)}")["consumptionRequest"] as? [String: Any]
        #expect(body?["consumptionPercentage"] as? Int == share)
        #expect(body?["used"] == nil && body?["bought"] == nil)
    }

    @Test mutating func `an Advanced Commerce purchase gets the older body`() throws {
        text.transaction["advancedCommerceInfo"] = ["requestReferenceId": "r"]
        let answers = """
            {"customerConsented":true,"consumptionStatus":2,"platform":1,"sampleContentProvided":true,"deliveryStatus":0,\
            "appAccountToken":"","accountTenure":3,"playTime":4,"lifetimeDollarsRefunded":1,"lifetimeDollarsPurchased":2,\
            "userStatus":1}
            """
        let event = try event(answers)
        #expect(event["advancedCommerce"] as? Bool == true)
        #expect((event["consumptionRequestV1"] as? [String: Any])?.count == 11)
        #expect(event["consumptionRequest"] == nil)
        #expect(try faults("{\(delivered),\"used\":1}") == ["answers $.used"])
        let missing = try faults(answers.replacing("\"playTime\":4,", with: ""))
        #expect(missing == ["answers $.playTime MalformedEventError"])
    }

    @Test(arguments: [nil, NSNull()] as [NSNull?])
    mutating func `what is null is as good as absent`(value: NSNull?) throws {
        text.transaction["advancedCommerceInfo"] = value
        text.data["consumptionRequestReason"] = value
        #expect(try event("{\(delivered)}")["advancedCommerce"] == nil)
    }

    static let wrongAnswers: [(String, [String])] = [
        ("{}", ["InvalidCustomerConsentedError", "InvalidSampleContentProvidedError", "InvalidDeliveryStatusError"]),
        (#"{"deliveryStatus":"DELIVERED","sampleContentProvided":true}"#, ["InvalidCustomerConsentedError"]),
    ]

    @Test(arguments: wrongAnswers)
    func `what the rules refuse is named by its path in the answers`(answers: String, codes: [String]) throws {
        let faults = try faults(answers)
        #expect(faults.map { $0.split(separator: " ").last.map(String.init) } == codes)
        #expect(faults.allSatisfy { $0.hasPrefix("answers $.") && !$0.contains("consumptionRequest") })
    }

    @Test(arguments: [
        ("\"consumptionPercentage\":50000", "$.consumptionPercentage"), ("\"used\":0", "$.used"),
    ])
    mutating func `a percentage of an auto-renewable subscription is refused, even 0`(share: String, path: String)
        throws
    {
        text.transaction["type"] = "Auto-Renewable Subscription"
        #expect(
            try faults("{\(delivered),\(share)}")
                == ["answers \(path) ConsumptionPercentageAutoRenewableSubscriptionError"]
        )
    }

    @Test(
        arguments: [
            ("environment", "Xcode", "$.data.environment UnsupportedEnvironmentError"),
            ("type", "Season Pass", "$.data.signedTransactionInfo.type UnsupportedProductTypeError"),
            ("transactionId", "abc", "$.data.signedTransactionInfo.transactionId InvalidTransactionIdError"),
            ("transactionId", 12, "$.data.signedTransactionInfo.transactionId MalformedEventError"),
            (
                "inAppOwnershipType", "FAMILY_SHARED",
                "$.data.signedTransactionInfo.inAppOwnershipType FamilyTransactionNotSupportedError"
            ),
            ("notificationUUID", "x", "$.notificationUUID MalformedEventError"),
            ("signedDate", 1_796_000_000, "$.signedDate InvalidSignedDateError"),
        ] as [(String, any Sendable, String)]
    )
    mutating func `what the rules refuse is named by its path in the notification`(
        name: String,
        value: any Sendable,
        fault: String
    ) throws {
        if text.fields[name] != nil { text.fields[name] = value }
        if text.data[name] != nil { text.data[name] = value }
        if text.transaction[name] != nil { text.transaction[name] = value }
        #expect(try faults("{\(delivered)}", at: UNIXMilliseconds(1_796_000_000_000)).first == "notification \(fault)")
    }

    @Test(arguments: ["notificationUUID", "signedDate"])
    mutating func `a field that is missing is missed where it should be`(name: String) throws {
        text.fields[name] = nil
        #expect(try faults("{\(delivered)}") == ["notification $.\(name) MalformedEventError"])
    }

    @Test(arguments: [("bundleId", "com.example.other"), ("environment", "Production")])
    mutating func `a transaction of another app or App Store is not the notification's`(name: String, value: String)
        throws
    {
        text.transaction[name] = value
        #expect(try faults("{\(delivered)}") == ["notification $.data.signedTransactionInfo.\(name)"])
    }

    @Test(arguments: ["REFUND", "TEST", nil])
    mutating func `another notification asks for nothing`(type: String?) throws {
        text.fields["notificationType"] = type
        #expect(try faults("{\(delivered)}") == ["notification $.notificationType"])
    }

    @Test func `no event is made when the 12 hours are over`() throws {
        let end = NotificationText.signedDate + 12 * 3_600_000
        _ = try event("{\(delivered)}", at: UNIXMilliseconds(end - 1))
        #expect(
            try faults("{\(delivered)}", at: UNIXMilliseconds(end)) == [
                "notification $.signedDate DeadlineExceededError"
            ]
        )
    }

    @Test(arguments: [
        ("[]", "answers $"), ("{\"used\":\"1\"}", "answers $.used"), ("{\"bought\":1}", "answers $.bought"),
        ("{\"used\":1,\"consumptionPercentage\":2}", "answers $.used"), ("{\"used\":3}", "answers $.used"),
        ("{\"a\":1,}", "answers $.a"), ("{\"used\":1.0}", "answers $.used"),
    ])
    func `answers that are none are refused with their path`(answers: String, fault: String) throws {
        #expect(try faults(answers) == [fault])
    }

    @Test(arguments: [
        ("{", "$"), ("[]", "$"), ("{\"signedPayload\":1}", "$.signedPayload"),
        ("{\"signedPayload\":\"a.b\"}", "$.signedPayload"), ("{\"signedPayload\":\"a.b=.c\"}", "$.signedPayload"),
        ("{\"signedPayload\":\"a.b.c\"}", "$.signedPayload"), ("{\"signedPayload\":\"a.e30.c\"}", "$.notificationType"),
        ("{\"notificationType\":\"CONSUMPTION_REQUEST\"}", "$.data"),
        ("{\"notificationType\":\"CONSUMPTION_REQUEST\",\"data\":{}}", "$.data.signedTransactionInfo"),
    ])
    func `a text that is no notification is refused with its path`(text: String, path: String) throws {
        let faults = try #require(throws: ProducerFaults.self) {
            try ConsumptionNotification(decoding: Array(text.utf8))
        }
        #expect(faults.faults.map(\.path) == [path])
        #expect(faults.faults.map(\.source) == [.notification])
    }

    @Test(arguments: [Int64.min, -1, 0, Int64.max])
    mutating func `a date at the end of its range is a fault`(date: Int64) throws {
        text.fields["signedDate"] = date
        #expect(try faults("{\(delivered)}") == ["notification $.signedDate InvalidSignedDateError"])
    }

    @Test func `a signed payload of any length is decoded as Foundation encodes it`() throws {
        for length in 0..<70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length &* 89) }
            let encoded = Data(bytes).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(SignedPayload.bytes(of: "h.\(encoded).s") == (length == 0 ? nil : bytes))
        }
    }
}
