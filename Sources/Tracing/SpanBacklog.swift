/// The spans that wait to be exported, and what became of all others.
package struct SpanBacklog: Sendable {
    /// How many spans ended how.
    package struct Totals: Sendable, Equatable {
        /// The collector has them.
        package var exported = 0
        /// There was no room for them.
        package var dropped = 0
        /// The collector did not take them.
        package var failed = 0
    }

    /// What a batch changed.
    package enum Change: Sendable, Equatable {
        /// It is the first that was not taken.
        case fails
        /// It is the first that was taken again.
        case works
    }

    /// The most spans in one request.
    package static let batchSize = 512
    /// The most spans that wait.
    package static let limit = 2048

    package private(set) var totals = Totals()
    private var waiting: [Span] = []
    private var isFailing = false

    /// Nothing waits.
    package init() {}

    /// Takes a span in if there is room.
    ///
    /// - Returns: Whether it completes a batch, so that it is time for a request.
    package mutating func add(_ span: Span) -> Bool {
        guard waiting.count < Self.limit else {
            totals.dropped += 1
            return false
        }
        waiting.append(span)
        return waiting.count.isMultiple(of: Self.batchSize)
    }

    /// Takes out the spans of the next request, the oldest first; none when none wait.
    package mutating func takeBatch() -> [Span] {
        let batch = Array(waiting.prefix(Self.batchSize))
        waiting.removeFirst(batch.count)
        return batch
    }

    /// Counts so many spans of a request that the collector has taken, but for those that it refused.
    package mutating func succeed(_ count: Int, refused: Int = 0) -> Change? {
        let refused = min(max(0, refused), count)
        totals.exported += count - refused
        totals.failed += refused
        defer { isFailing = false }
        return isFailing ? .works : nil
    }

    /// Counts so many spans that the collector has not taken: they are lost.
    package mutating func fail(_ count: Int) -> Change? {
        totals.failed += count
        defer { isFailing = true }
        return isFailing ? nil : .fails
    }
}
