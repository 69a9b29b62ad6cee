/// Reads the fields of an event out of its JSON text.
///
/// A text that is not JSON ends it at once. A value of the wrong type is noted and read over, because `schemaVersion` may still follow
/// and say that the event is of another version; the first such value is the one reported.
struct EventDecoder: ~Copyable {
    var reader: JSONReader
    var fields = EventFields()

    static func fields(of bytes: [UInt8]) throws(JSONFault) -> EventFields {
        var decoder = EventDecoder(reader: try JSONReader(bytes))
        try decoder.decode()
        return decoder.fields
    }

    private mutating func decode() throws(JSONFault) {
        switch try reader.next() {
        case .object: while let key = try reader.nextKey() { try decodeField(key) }
        case let token: try refuse(token, expected: "an object")
        }
        try reader.finish()
    }

    private mutating func decodeField(_ key: JSONText) throws(JSONFault) {
        switch reader.known(key) as EventKey? {
        case .schemaVersion: fields.schemaVersion = try optionalInteger()
        case .notificationUUID: fields.notificationUUID = try notificationUUID()
        case .signedDate: fields.signedDate = try integer()
        case .environment: fields.environment = try name()
        case .bundleId: fields.bundleID = try string()
        case .transactionId: fields.transactionID = try string()
        case .type: fields.type = try name()
        case .inAppOwnershipType: fields.inAppOwnershipType = try optionalName()
        case .advancedCommerce: fields.advancedCommerce = try optionalBoolean()
        case .consumptionRequestReason: fields.consumptionRequestReason = try optionalString()
        case .consumptionRequest: try decodeRequest()
        case .consumptionRequestV1: try decodeRequestV1()
        case nil: try reader.skip(try reader.next())
        }
    }

    private mutating func notificationUUID() throws(JSONFault) -> NotificationUUID? {
        guard let text = try text() else { return nil }
        let uuid =
            text.hasEscapes
            ? NotificationUUID(reader.string(text))
            : NotificationUUID(utf8: reader.bytes.span.extracting(text.start..<text.end))
        if let uuid { return uuid }
        note("a UUID such as 3fa85f64-5717-4562-b3fc-2c963f66afa6")
        return nil
    }

    /// Notes the latest value as the mismatch to report, unless an earlier one is.
    mutating func note(_ expected: StaticString) {
        guard fields.firstMismatch == nil else { return }
        let mismatch = EventFields.Mismatch(path: reader.path, byteOffset: reader.tokenStart, expected: expected)
        fields.firstMismatch = mismatch
    }

    /// Notes a value of the wrong type and reads over the rest of it.
    mutating func refuse(_ token: JSONToken, expected: StaticString) throws(JSONFault) {
        note(expected)
        try reader.skip(token)
    }
}
