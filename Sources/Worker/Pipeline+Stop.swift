import Flow

extension Pipeline {
    /// How long the last commit may take.
    static var lastCommitLimit: Duration { .seconds(5) }

    mutating func brake(_ trip: DeadLetterBrake.Trip?, at now: Moment) {
        guard let trip, case .running = life else { return }
        life = .braked(trip, until: now.instant + policy.brakeHold)
        note(.braked(trip))
    }

    /// Begins to end in good order, unless that has begun already.
    mutating func stop(_ reason: ExitReason, at now: Moment) {
        switch life {
        case .running, .braked: break
        case .draining, .committing, .closed: return
        }
        life = .draining(reason, until: now.instant + policy.grace)
        note(.stopping)
    }

    /// Goes on with the end: drain, then commit, then leave the group.
    mutating func advanceStop(at now: Moment) {
        if case .braked(let trip, let until) = life, until <= now.instant { stop(.braked(trip), at: now) }
        if case .draining(let reason, let until) = life, !isAnythingOut || until <= now.instant {
            life = .committing(reason, until: now.instant + Self.lastCommitLimit)
        }
        guard case .committing(let reason, let until) = life, !turn.isOut else { return }
        let isDone = !group.isCommitOut && unsaidPositions(among: partitions.keys).isEmpty
        guard isDone || until <= now.instant else { return }
        life = .closed
        actions.append(.close(reason))
    }

    private var isAnythingOut: Bool {
        partitions.values.contains { $0.outCount > 0 }
    }
}
