import Flow
import Kafka

/// The one wait for Kafka that is out, or being prepared.
struct TurnState: Sendable {
    /// When the turn that is out ends by itself; `nil` when none is out.
    private(set) var endsAt: Instant?
    private(set) var isInterrupted = false
    /// Orders for the next turn.
    var order = ConsumerTurn(timeout: .zero, maximumEvents: 1)
    /// Since when there is no room for further records.
    var crowdedSince: Instant?
    /// Whether all partitions are to be paused.
    var isPaused = false
    /// Whether the deferred topic is held back, since memory is half full.
    var holdsParked = false
    var askedEndOffsetsAt: Instant?

    var isOut: Bool { endsAt != nil }

    /// Whether nothing is taken for want of room, which is expected to come before a pause is worth its price.
    var waitsForRoom: Bool { crowdedSince != nil && !isPaused }

    mutating func begin(until end: Instant) -> ConsumerTurn {
        endsAt = end
        isInterrupted = false
        defer { order = ConsumerTurn(timeout: .zero, maximumEvents: 1) }
        return order
    }

    mutating func end() {
        endsAt = nil
    }

    /// Whether the turn that is out has to be cut short for something due at `due`; true once.
    mutating func interrupts(for due: Instant) -> Bool {
        guard let endsAt, due < endsAt, !isInterrupted else { return false }
        isInterrupted = true
        return true
    }
}
