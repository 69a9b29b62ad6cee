/// An event as text whose every member a test can replace, leave out or repeat.
struct EventText: Sendable {
    /// Names with the JSON text of their values, in the order of writing.
    var members: [(name: String, json: String)]
    var body: [(name: String, json: String)]
    var bodyName = "consumptionRequest"

    /// A valid V2 event with an identity made from a number.
    init(_ number: Int, app: String, signedDate: Int64) {
        let digits = String(number, radix: 16)
        let uuid = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        members = [
            ("notificationUUID", "\"\(uuid)\""), ("signedDate", "\(signedDate)"), ("environment", #""Production""#),
            ("bundleId", "\"\(app)\""), ("transactionId", "\"\(2_000_000_000_000_000 + number)\""),
            ("type", #""Consumable""#),
        ]
        body = [
            ("customerConsented", "true"), ("deliveryStatus", #""DELIVERED""#), ("sampleContentProvided", "false"),
            ("consumptionPercentage", "50000"),
        ]
    }

    /// Turns the event into a valid one for the Advanced Commerce endpoint.
    mutating func useV1() {
        bodyName = "consumptionRequestV1"
        self["advancedCommerce"] = "true"
        body = [
            ("customerConsented", "true"), ("consumptionStatus", "2"), ("platform", "1"),
            ("sampleContentProvided", "true"), ("deliveryStatus", "0"),
            ("appAccountToken", #""7e3fb20b-4cdb-47cc-936d-99d65f608138""#), ("accountTenure", "3"), ("playTime", "4"),
            ("lifetimeDollarsRefunded", "1"), ("lifetimeDollarsPurchased", "2"), ("userStatus", "1"),
            ("refundPreference", "3"),
        ]
    }

    /// The JSON text of a member; `nil` leaves it out.
    subscript(name: String) -> String? {
        get { members.first { $0.name == name }?.json }
        set { Self.set(name, newValue, in: &members) }
    }

    /// The same inside the body.
    subscript(body name: String) -> String? {
        get { body.first { $0.name == name }?.json }
        set { Self.set(name, newValue, in: &body) }
    }

    var text: String { Self.object(members + [(bodyName, Self.object(body))]) }

    /// The members that Apple is to get, in the documented order: alphabetical.
    var wireBody: String {
        var sent = body.filter { $0.json != "null" }
        let isUndelivered = self[body: "deliveryStatus"] != #""DELIVERED""#
        let isAutoRenewable = self["type"] == #""Auto-Renewable Subscription""#
        if bodyName == "consumptionRequest", isUndelivered, !isAutoRenewable, self[body: "consumptionPercentage"] == nil
        {
            sent.append(("consumptionPercentage", "0"))
        }
        return Self.object(sent.sorted { $0.name < $1.name })
    }

    private static func set(_ name: String, _ json: String?, in members: inout [(name: String, json: String)]) {
        let index = members.firstIndex { $0.name == name }
        switch (index, json) {
        case (let index?, let json?): members[index].json = json
        case (let index?, nil): members.remove(at: index)
        case (nil, let json?): members.append((name, json))
        case (nil, nil): break
        }
    }

    private static func object(_ members: [(name: String, json: String)]) -> String {
        "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }
}
