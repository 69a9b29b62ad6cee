extension ConsumptionEvent {
    /// The largest value that is read: 64 KiB.
    public static let maximumSize = 65_536

    /// Reads the value of a record; nil is a record without one.
    ///
    /// A value that cannot be read has one violation alone, since nothing else about it can be judged: `TombstoneError`,
    /// `EmptyEventError`, `EventTooLargeError`, `UnsupportedSchemaVersionError` or `MalformedEventError`. Another version is named before
    /// fields of the wrong type, which that version may have changed; text that is not JSON before both.
    ///
    /// - Throws: The `Refusal`, of stage `decode`.
    public init(decoding value: [UInt8]?) throws(Refusal) {
        let fields = try Self.fields(of: try Self.readable(value))
        do {
            try Self.checkVersion(fields.schemaVersion)
            try Self.checkTypes(fields.firstMismatch)
            try self.init(fields)
        } catch {
            throw Refusal(error, identity: EventIdentity(fields))
        }
    }

    private static func readable(_ value: [UInt8]?) throws(Refusal) -> [UInt8] {
        guard let value else {
            throw Refusal(Violation(.tombstone, at: "$", "the record has no value"))
        }
        guard !value.isEmpty else {
            throw Refusal(Violation(.emptyEvent, at: "$", "the record's value is empty"))
        }
        guard value.count <= maximumSize else { throw Refusal(tooLarge: UInt(value.count)) }
        return value
    }

    private static func fields(of bytes: [UInt8]) throws(Refusal) -> EventFields {
        do {
            return try EventDecoder.fields(of: bytes)
        } catch {
            throw Refusal(Violation(.malformedEvent, at: error.path, byteOffset: error.byteOffset, "\(error.problem)"))
        }
    }

    private static func checkVersion(_ version: WireInteger?) throws(Violation) {
        guard let version, version != .exact(1) else { return }
        throw Violation(.unsupportedSchemaVersion, at: "$.schemaVersion", "the version is \(version); only 1 is known")
    }

    private static func checkTypes(_ mismatch: EventFields.Mismatch?) throws(Violation) {
        guard let mismatch else { return }
        throw Violation(
            .malformedEvent,
            at: mismatch.path,
            byteOffset: mismatch.byteOffset,
            "the value must be \(mismatch.expected)"
        )
    }
}

extension Refusal {
    /// Of a value with more than `ConsumptionEvent.maximumSize` bytes, of which none was read.
    package init(tooLarge size: UInt) {
        let message = "the value has \(size) bytes; at most \(ConsumptionEvent.maximumSize) are read"
        self.init(Violation(.eventTooLarge, at: "$", message))
    }
}
