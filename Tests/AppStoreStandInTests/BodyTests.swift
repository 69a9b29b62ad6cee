import AppStoreStandIn
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct BodyTests {
    private let token: String
    private let standIn: AppStoreStandIn

    init() async throws {
        let fixture = try await TestTokens.made()
        token = try #require(fixture.tokens["good"])
        standIn = try AppStoreStandIn(AppStoreStandIn.Options(accounts: [fixture.account]))
        for (transactionID, transaction) in Self.transactions {
            standIn.register(transactionID, transaction)
        }
    }

    private static let transactions = [
        "100": KnownTransaction(bundleID: "com.example.game", productType: "Auto-Renewable Subscription"),
        "101": KnownTransaction(bundleID: "com.example.other", productType: "Consumable"),
        "102": KnownTransaction(
            bundleID: "com.example.game",
            productType: "Consumable",
            ownershipType: "FAMILY_SHARED"
        ),
        "103": KnownTransaction(bundleID: "com.example.game", productType: "Consumable", ownershipType: "ASSIGNED"),
        "104": KnownTransaction(bundleID: "com.example.game", productType: "Consumable", isAdvancedCommerce: true),
        "105": KnownTransaction(bundleID: "com.example.game", productType: "Non-Consumable"),
    ]

    private static let required = [
        "customerConsented": "true", "deliveryStatus": "\"DELIVERED\"", "sampleContentProvided": "true",
    ]

    private static let requiredV1 = [
        "customerConsented": "true", "sampleContentProvided": "false", "appAccountToken": "\"\"",
        "accountTenure": "0", "consumptionStatus": "0", "deliveryStatus": "0", "lifetimeDollarsPurchased": "0",
        "lifetimeDollarsRefunded": "0", "platform": "0", "playTime": "0", "userStatus": "0",
    ]

    private func reply(_ fields: [String: String], version: String = "v2", transactionID: String = "1") throws -> Reply
    {
        let body = fields.map { "\"\($0)\":\($1)" }.joined(separator: ",")
        let path = "/inApps/\(version)/transactions/consumption/\(transactionID)"
        return try #require(try standIn.send("PUT", path, token: token, body: "{\(body)}"))
    }

    /// The fields that must be there, changed: a value of nothing leaves the field out.
    private func changed(_ fields: [String: String], _ name: String, _ value: String?) -> [String: String] {
        var fields = fields
        fields[name] = value
        return fields
    }

    @Test(arguments: [
        ("consumptionPercentage", nil), ("consumptionPercentage", "0"), ("consumptionPercentage", "100000"),
        ("deliveryStatus", "\"UNDELIVERED_OTHER\""), ("refundPreference", "\"DECLINE\""),
        ("refundPreference", "\"GRANT_FULL\""), ("refundPreference", "\"GRANT_PRORATED\""),
    ])
    func `a body as Apple describes it is accepted`(name: String, value: String?) throws {
        let reply = try reply(changed(Self.required, name, value))
        #expect(reply.status == 202)
        #expect(reply.body.isEmpty)
        #expect(standIn.accepted() == ["1": 1])
    }

    @Test(arguments: [
        ("customerConsented", nil, 4_000_035), ("customerConsented", "false", 4_000_035),
        ("customerConsented", "1", 4_000_035), ("customerConsented", "null", 4_000_035),
        ("deliveryStatus", nil, 4_000_036), ("deliveryStatus", "\"delivered\"", 4_000_036),
        ("deliveryStatus", "0", 4_000_036), ("sampleContentProvided", nil, 4_000_041),
        ("sampleContentProvided", "0", 4_000_041), ("refundPreference", "\"GRANT\"", 4_000_044),
        ("refundPreference", "null", 4_000_044), ("refundPreference", "1", 4_000_044),
    ])
    func `a field that is not as Apple describes it has Apple's number`(
        name: String,
        value: String?,
        code: Int
    ) throws {
        let reply = try reply(changed(Self.required, name, value))
        #expect(reply.status == 400)
        #expect(reply.errorCode == code)
        #expect(reply.field("Content-Type") == "application/json")
        #expect(standIn.accepted().isEmpty)
    }

    @Test(arguments: ["-1", "100001", "1.5", "\"50\"", "true", "null", "2147483648", "1e30"])
    func `a percentage out of range has the general number and its name`(value: String) throws {
        let reply = try reply(changed(Self.required, "consumptionPercentage", value))
        #expect(reply.body == #"{"errorCode":4000000,"errorMessage":"ConsumptionPercentageOutOfRangeError"}"#)
    }

    @Test func `a percentage of something undelivered must be zero`() throws {
        let undelivered = changed(Self.required, "deliveryStatus", "\"UNDELIVERED_WRONG_ITEM\"")
        let one = try reply(changed(undelivered, "consumptionPercentage", "1"))
        #expect(one.body.contains("UndeliveredConsumptionPercentageNonZeroError"))
        #expect(try reply(changed(undelivered, "consumptionPercentage", "0")).status == 202)
    }

    @Test func `a field that Apple does not know is refused by name`() throws {
        let reply = try reply(changed(Self.required, "refundPreferenc\\u0022", "\"DECLINE\""))
        #expect(reply.errorCode == 4_000_000)
        #expect(reply.body.contains(#"unknown field refundPreferenc\""#))
    }

    @Test(arguments: ["", "null", "[]", "{", "\"x\"", "{} {}", "{\"customerConsented\":true"])
    func `what is no JSON object is refused without a number`(body: String) throws {
        let reply = try #require(try standIn.send(token: token, body: body))
        #expect(reply.status == 400)
        #expect(reply.body.isEmpty)
    }

    @Test func `another content type is refused`() throws {
        #expect(try standIn.send(token: token, contentType: "text/plain")?.status == 415)
        #expect(try standIn.send(token: token, contentType: "application/json; charset=utf-8")?.status == 202)
    }

    @Test(arguments: ["12a", "-1", "1%2F2", "1."])
    func `an identifier that is not made of digits is refused`(transactionID: String) throws {
        #expect(try reply(Self.required, transactionID: transactionID).errorCode == 4_000_006)
    }

    @Test(arguments: [
        ("GET", "/inApps/v2/transactions/consumption/1"), ("POST", "/inApps/v2/transactions/consumption/1"),
        ("PUT", "/inApps/v2/transactions/consumption/"), ("PUT", "/inApps/v2/transactions/consumption/1/"),
        ("PUT", "/inApps/v2/transactions/consumption/../1"), ("PUT", "/inapps/v2/transactions/consumption/1"),
        ("PUT", "/v2/transactions/consumption/1"), ("PUT", "/"),
    ])
    func `there is nothing at other paths, nor for other methods`(method: String, path: String) throws {
        #expect(try standIn.send(method, path, token: token)?.status == 404)
    }

    @Test(arguments: [
        ("100", 400, 4_000_209), ("101", 404, 4_040_010), ("102", 400, 4_000_185), ("103", 400, 4_000_227),
        ("104", 400, 4_000_000), ("105", 202, nil), ("1", 202, nil),
    ])
    func `what the store knows about a transaction counts`(transactionID: String, status: Int, code: Int?) throws {
        let body = changed(Self.required, "consumptionPercentage", "0")
        let reply = try reply(body, transactionID: transactionID)
        #expect(reply.status == status)
        #expect(reply.errorCode == code)
    }

    @Test func `an auto-renewable subscription is accepted without a percentage`() throws {
        #expect(try reply(Self.required, transactionID: "100").status == 202)
    }

    @Test(arguments: [
        ("customerConsented", "true"), ("appAccountToken", "\"3f2504e0-4f89-11d3-9a0c-0305e82c3301\""),
        ("accountTenure", "7"), ("consumptionStatus", "3"), ("deliveryStatus", "5"), ("platform", "2"),
        ("lifetimeDollarsPurchased", "7"), ("lifetimeDollarsRefunded", "7"), ("playTime", "7"), ("userStatus", "4"),
        ("refundPreference", "3"),
    ])
    func `a V1 body as Apple describes it is accepted`(name: String, value: String) throws {
        #expect(try reply(changed(Self.requiredV1, name, value), version: "v1").status == 202)
    }

    @Test(arguments: [
        ("accountTenure", "8", 4_000_032), ("accountTenure", nil, 4_000_032), ("appAccountToken", nil, 4_000_033),
        ("appAccountToken", "null", 4_000_033), ("appAccountToken", "\"x\"", 4_000_033),
        ("consumptionStatus", "4", 4_000_034), ("customerConsented", "false", 4_000_035),
        ("deliveryStatus", "6", 4_000_036), ("deliveryStatus", "\"DELIVERED\"", 4_000_036),
        ("lifetimeDollarsPurchased", "8", 4_000_037), ("lifetimeDollarsRefunded", "-1", 4_000_038),
        ("platform", "3", 4_000_039), ("playTime", "true", 4_000_040), ("sampleContentProvided", nil, 4_000_041),
        ("userStatus", "5", 4_000_042), ("refundPreference", "4", 4_000_044),
        ("consumptionPercentage", "0", 4_000_000),
    ])
    func `a V1 field out of its range has Apple's number`(name: String, value: String?, code: Int) throws {
        #expect(try reply(changed(Self.requiredV1, name, value), version: "v1").errorCode == code)
    }

    @Test func `V1 does not serve every type of product`() throws {
        #expect(try reply(Self.requiredV1, version: "v1", transactionID: "105").errorCode == 4_000_047)
        #expect(try reply(Self.requiredV1, version: "v1", transactionID: "104").status == 202)
    }
}
