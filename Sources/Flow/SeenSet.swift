/// Remembers 128-bit identities of what was done until it no longer matters: in at most 24 bytes each, and in a bounded
/// number.
///
/// What expires within one span of time is kept in one table and leaves with it as a whole, so that the time need not be
/// kept for each: an identity is remembered until its expiry at least, and for less than a span longer.
package struct SeenSet: Sendable {
    private struct Span {
        /// Counted from 1970.
        let number: Int64
        var table = IdentityTable()
    }

    /// In their order.
    private var spans: [Span] = []
    private let limit: Int
    /// Milliseconds.
    private let spanLength: Int64

    /// - Parameter limit: The most identities that it keeps; beyond that the span that expires first is forgotten.
    /// - Parameter span: How long what leaves together may expire apart, at least 1 ms.
    package init(limit: Int, span: Duration) {
        self.limit = limit
        spanLength = max(1, span.nanoseconds / 1_000_000)
    }

    /// How many identities it keeps.
    package private(set) var count = 0

    /// Bytes that the identities take up, free places included.
    package var byteCount: Int { spans.reduce(0) { $0 + $1.table.byteCount } }

    /// Whether an identity is remembered.
    package func contains(_ identity: UInt128) -> Bool {
        for place in spans.indices where spans[place].table.contains(identity) { return true }
        return false
    }

    /// Remembers an identity, unless its `expiry` has passed or it is remembered already.
    package mutating func insert(_ identity: UInt128, until expiry: UnixTime, at now: UnixTime) {
        forget(at: now)
        guard expiry > now, !contains(identity) else { return }
        spans[place(of: number(of: expiry))].table.insert(identity)
        count += 1
    }

    private mutating func forget(at now: UnixTime) {
        while let first = spans.first, first.number < number(of: now) || count >= limit {
            count -= first.table.count
            spans.removeFirst()
        }
    }

    /// Where the span of this number is, which is made when it is not there yet.
    private mutating func place(of number: Int64) -> Int {
        let place = spans.firstIndex { $0.number >= number } ?? spans.endIndex
        if place == spans.endIndex || spans[place].number != number { spans.insert(Span(number: number), at: place) }
        return place
    }

    private func number(of time: UnixTime) -> Int64 {
        floorDivide(time.milliseconds, by: spanLength)
    }
}
