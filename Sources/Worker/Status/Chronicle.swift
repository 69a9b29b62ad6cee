import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

/// What a status tells of the past, which the pipeline forgets: totals, the flow of the last minutes, the last refusals, and
/// since when things are as they are.
struct Chronicle: Sendable {
    /// A state of the worker that has a beginning.
    enum Standing: Hashable, Sendable {
        case missing(Condition)
        case stalled
        case braked
        case ending
        case unavailable(LaneID)
        case paused(LaneID)
    }

    let startedAt: UnixTime
    private(set) var totals = Status.Totals()
    private(set) var flow = FlowHistory()
    /// The last that became dead letters, the newest first.
    private(set) var refused: [FinishedEvent] = []
    private(set) var since: [Standing: UnixTime] = [:]
    private static let refusalLimit = 10

    init(startedAt: UnixTime) {
        self.startedAt = startedAt
    }

    mutating func record(_ note: Note, at date: UnixTime) {
        switch note {
        case .consumed(_, let count): totals.consumed += count
        case .parked: totals.parked += 1
        case .finished(let event): record(event)
        case .missing(let condition, _, _): begin(.missing(condition), at: date)
        case .stalled: begin(.stalled, at: date)
        case .braked: begin(.braked, at: date)
        case .stopping: begin(.ending, at: date)
        case .breakerOpened(let lane, _): begin(.unavailable(lane), at: date)
        case .lanePaused(let lane, _): begin(.paused(lane), at: date)
        case .restored, .stallOver, .breakerClosed, .laneResumed: end(note)
        default: break
        }
    }

    /// Since when that has lasted of which the note tells the end; `nil` when it tells of no end.
    func beginning(of note: Note) -> UnixTime? {
        Standing(endedBy: note).flatMap { since[$0] }
    }

    mutating func look(at pipeline: Pipeline, at now: Instant) {
        flow.look(totals, waiting: pipeline.openCount, at: now)
    }

    private mutating func begin(_ standing: Standing, at date: UnixTime) {
        since[standing] = since[standing] ?? date
    }

    private mutating func end(_ note: Note) {
        if let standing = Standing(endedBy: note) { since[standing] = nil }
    }

    private mutating func record(_ event: FinishedEvent) {
        switch event.outcome {
        case .accepted: totals.accepted += 1
        case .duplicate: totals.duplicates += 1
        case .deadLettered: totals.refused += 1
        }
        guard event.reason != nil else { return }
        if refused.count == Self.refusalLimit { refused.removeLast() }
        refused.insert(event, at: 0)
    }
}

extension Chronicle.Standing {
    fileprivate init?(endedBy note: Note) {
        switch note {
        case .restored(let condition): self = .missing(condition)
        case .stallOver: self = .stalled
        case .breakerClosed(let lane): self = .unavailable(lane)
        case .laneResumed(let lane): self = .paused(lane)
        default: return nil
        }
    }
}
