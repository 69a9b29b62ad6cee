import ConsumptionRules

/// An event on its way to being text: each field can be set, left out, or spoilt.
struct EventDraft: Sendable {
    private typealias Field = (name: String, json: String)

    private var fields: [Field] = []
    private var body: [Field] = []
    private var isWithoutBody = false
    private let bodyName: String

    /// An event without a body's fields, for a notification that was signed at this time.
    init(_ purchase: Purchase, notificationUUID: String, signedDate: UNIXMilliseconds) {
        bodyName = purchase.isAdvancedCommerce ? "consumptionRequestV1" : "consumptionRequest"
        self["notificationUUID"] = quoted(notificationUUID)
        self["signedDate"] = "\(signedDate)"
        self["environment"] = quoted(purchase.environment.rawValue)
        self["bundleId"] = quoted(purchase.bundleID)
        self["transactionId"] = quoted(purchase.transactionID)
        self["type"] = quoted(purchase.productType.rawValue)
        if purchase.isAdvancedCommerce { self["advancedCommerce"] = "true" }
    }

    /// The JSON text of a field at the top; nil leaves it out.
    subscript(name: String) -> String? {
        get { fields.first { $0.name == name }?.json }
        set { Self.set(name, newValue, in: &fields) }
    }

    /// The JSON text of a field of the body; nil leaves it out.
    subscript(body name: String) -> String? {
        get { body.first { $0.name == name }?.json }
        set { Self.set(name, newValue, in: &body) }
    }

    /// Leaves out the whole body.
    mutating func removeBody() {
        isWithoutBody = true
    }

    /// Writes a field although it may be there already.
    mutating func repeatField(_ name: String, _ json: String) {
        fields.append((name, json))
    }

    var text: String {
        Self.object(isWithoutBody ? fields : fields + [(bodyName, Self.object(body))])
    }

    var bytes: [UInt8] { Array(text.utf8) }

    private static func set(_ name: String, _ json: String?, in fields: inout [Field]) {
        let index = fields.firstIndex { $0.name == name }
        switch (index, json) {
        case (let index?, let json?): fields[index].json = json
        case (let index?, nil): fields.remove(at: index)
        case (nil, let json?): fields.append((name, json))
        case (nil, nil): break
        }
    }

    private static func object(_ fields: [Field]) -> String {
        "{" + fields.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }
}

/// A JSON string; the text must not need escapes.
func quoted(_ text: String) -> String { "\"\(text)\"" }
