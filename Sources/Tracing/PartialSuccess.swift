internal import ConsumptionRules

/// What a collector says about a request that it took, but not with all of its spans.
///
/// [OTLP's partial success](https://opentelemetry.io/docs/specs/otlp/#partial-success-1)
struct PartialSuccess: Sendable {
    /// Spans that are lost, as far as the answer says.
    let rejectedSpans: Int

    /// Reads the body of an answer; one that is not understood says nothing.
    init(reading answer: [UInt8]) {
        do {
            var reader = try JSONReader(answer)
            rejectedSpans = try Self.member("partialSuccess", of: reader.next(), &reader) { token, reader in
                try Self.member("rejectedSpans", of: token, &reader, Self.count)
            }
        } catch {
            rejectedSpans = 0
        }
    }

    /// What `read` finds in the member of an object; 0 when there is no such member, or no object.
    private static func member(
        _ name: String,
        of object: JSONToken,
        _ reader: inout JSONReader,
        _ read: (JSONToken, inout JSONReader) throws -> Int
    ) throws -> Int {
        guard case .object = object else {
            try reader.skip(object)
            return 0
        }
        var found = 0
        while let key = try reader.nextKey() {
            let isWanted = reader.spells(key, name)
            let token = try reader.next()
            if isWanted { found = try read(token, &reader) } else { try reader.skip(token) }
        }
        return found
    }

    /// A 64-bit integer as OTLP writes it: in a string, or as a number.
    private static func count(_ token: JSONToken, _ reader: inout JSONReader) throws -> Int {
        switch token {
        case .string(let text): return Int(reader.string(text)) ?? 0
        case .integer(let integer): return Int(integer.value ?? 0)
        default:
            try reader.skip(token)
            return 0
        }
    }
}
