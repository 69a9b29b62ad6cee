import Flow

/// What was accepted and refused in each stretch of five seconds of the last fifteen minutes, and what waited at its end.
package struct FlowHistory: Sendable {
    package struct Sample: Sendable, Equatable {
        package var accepted: Int
        package var refused: Int
        package var waiting: Int
    }

    package static let interval = Duration.seconds(5)
    package static let limit = 180

    /// The oldest first, at most `limit`.
    package private(set) var samples: [Sample] = []
    private var closesAt: Instant?
    private var accepted = 0
    private var refused = 0

    /// Takes a look at totals and at what waits; a stretch that is over becomes a sample.
    mutating func look(_ totals: Status.Totals, waiting: Int, at now: Instant) {
        guard let end = closesAt else {
            closesAt = now + Self.interval
            return
        }
        guard end <= now else { return }
        append(Sample(accepted: totals.accepted - accepted, refused: totals.refused - refused, waiting: waiting))
        (accepted, refused) = (totals.accepted, totals.refused)
        let missed = (now - end).components.seconds / Self.interval.components.seconds
        for _ in 0..<min(missed, Int64(Self.limit)) {
            append(Sample(accepted: 0, refused: 0, waiting: waiting))
        }
        closesAt = end + Self.interval * Int(missed + 1)
    }

    /// Events accepted in the last minute.
    package var acceptedInLastMinute: Int { samples.suffix(12).reduce(0) { $0 + $1.accepted } }

    private mutating func append(_ sample: Sample) {
        if samples.count == Self.limit { samples.removeFirst() }
        samples.append(sample)
    }
}
