/// Why an event is not sent, with all that is wrong with it.
public struct Refusal: Error, Hashable, Sendable {
    /// What is wrong, in the order of report; never empty.
    public let violations: [Violation]
    /// Which event it was, as far as it could be read.
    public let identity: EventIdentity

    /// A line for a person has at most 1 KiB, as `dlq.message` asks.
    public static let maximumMessageSize = 1024

    init(_ violation: Violation, identity: EventIdentity = EventIdentity()) {
        self.init([violation], identity: identity)
    }

    init(_ violations: [Violation], identity: EventIdentity) {
        precondition(!violations.isEmpty, "an event without a violation was refused")
        self.violations = violations
        self.identity = identity
    }

    /// The first code: the reason under which it is filed.
    public var code: ViolationCode { violations[0].code }

    /// Every code, each once, in the order of report.
    public var codes: [ViolationCode] { violations.map(\.code) }

    /// The stage of the first code.
    public var stage: RefusalStage { code.stage }

    /// All violations in one line of at most `maximumMessageSize` bytes.
    public var message: String {
        violations.map(\.description).joined(separator: "; ").cut(toUTF8Bytes: Self.maximumMessageSize)
    }
}

extension String {
    /// The whole text if it fits in `limit` bytes of UTF-8, else as many whole characters as do, with "…" at the end.
    package func cut(toUTF8Bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        var (kept, size) = (startIndex, ellipsis.utf8.count)
        while kept < endIndex {
            size += self[kept].utf8.count
            guard size <= limit else { break }
            formIndex(after: &kept)
        }
        return self[..<kept] + ellipsis
    }
}
