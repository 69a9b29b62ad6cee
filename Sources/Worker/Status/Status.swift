package import Flow

/// What a person, or a program, is told about the worker at one moment: all that `/status.json` and the status page show.
package struct Status: Sendable {
    /// How it goes, in a word.
    package enum State: String, Sendable {
        /// The worker does what it is there for, be it waiting for work.
        case good
        /// Something is out of the ordinary, and goes by itself.
        case notice
        /// Somebody should look.
        case trouble
    }

    /// Events since the process started.
    package struct Totals: Sendable, Equatable {
        package var consumed = 0
        package var accepted = 0
        /// Dead-lettered.
        package var refused = 0
        package var duplicates = 0
        package var parked = 0
    }

    package var at: UnixTime
    package var startedAt: UnixTime
    package var product: ProductStatus
    /// What is out of the ordinary, the worst first; empty when nothing is.
    package var problems: [Problem]
    /// What the worker does when there is no problem, in a sentence.
    package var activity: String
    package var isReady: Bool
    package var totals: Totals
    /// Events taken and not finished, those in flight included.
    package var waiting: Int
    /// Requests without an answer so far.
    package var inFlight: Int
    package var partitions: [PartitionStatus]
    package var apps: [LaneStatus]
    /// The last ones, the newest first.
    package var refusals: [RefusedEvent]
    package var flow: FlowHistory

    package var state: State {
        problems.contains { $0.level == .trouble } ? .trouble : problems.isEmpty ? .good : .notice
    }

    /// What the worker does now, in one sentence.
    package var summary: String {
        guard let first = problems.first else { return activity }
        return problems.count == 1 ? "\(first.what)." : "\(first.what); and \(problems.count - 1) more."
    }

    /// Records that are in Kafka and not finished, as far as the ends of the partitions are known.
    package var lag: Int64 { partitions.compactMap(\.lag).reduce(0, +) }
}
