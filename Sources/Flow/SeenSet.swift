/// Remembers 128-bit identities of what was done until it no longer matters: in at most 24 bytes each, and in a bounded
/// number.
///
/// What expires within one span of time is kept in one table and leaves with it as a whole, so that the time need not be
/// kept for each: an identity is remembered until its expiry at least, and for less than a span longer.
package struct SeenSet: Sendable {
    /// By the number of their span, counted from 1970.
    private var tables: [Int64: IdentityTable] = [:]
    private let limit: Int
    /// Milliseconds.
    private let span: Int64

    /// - Parameter limit: The most identities that it keeps; beyond that the span that expires first is forgotten.
    /// - Parameter span: How long what leaves together may expire apart, at least 1 ms.
    package init(limit: Int, span: Duration) {
        self.limit = limit
        self.span = max(1, span.nanoseconds / 1_000_000)
    }

    /// How many identities it keeps.
    package private(set) var count = 0

    /// Bytes that the identities take up, free places included.
    package var byteCount: Int { tables.values.reduce(0) { $0 + $1.byteCount } }

    /// Whether an identity is remembered.
    package func contains(_ identity: UInt128) -> Bool {
        tables.values.contains { $0.contains(identity) }
    }

    /// Remembers an identity, unless its `expiry` has passed or it is remembered already.
    package mutating func insert(_ identity: UInt128, until expiry: UnixTime, at now: UnixTime) {
        forget(at: now)
        guard expiry > now, !contains(identity) else { return }
        tables[number(of: expiry), default: IdentityTable()].insert(identity)
        count += 1
    }

    private mutating func forget(at now: UnixTime) {
        while let first = tables.keys.min(), first < number(of: now) || count >= limit {
            count -= tables.removeValue(forKey: first)?.count ?? 0
        }
    }

    private func number(of time: UnixTime) -> Int64 {
        floorDivide(time.milliseconds, by: span)
    }
}
