import Flow

/// The end in good order: drain, then commit, then leave the group. Each step has a limit of its own, so that one that
/// hangs does not take the time of the next: leaving the group always comes.
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
        life = .draining(reason, until: now.instant + min(policy.grace * 3 / 5, reason.longestStep))
        beginDrain(of: Set(partitions.keys), sending: life.sends, at: now)
        note(.stopping)
    }

    /// Goes on with the end.
    mutating func advanceStop(at now: Moment) {
        if case .braked(let trip, let until) = life, until <= now.instant { stop(.braked(trip), at: now) }
        if case .draining(let reason, let until) = life {
            let isDrained = isDrained(Set(partitions.keys), at: now.instant)
            guard isDrained || until <= now.instant else { return }
            if !isDrained { note(.drainCutOff(requests: inFlight, unpublished: publications.count)) }
            life = .committing(
                reason,
                until: now.instant + min(Self.lastCommitLimit, policy.grace / 5, reason.longestStep)
            )
            // A revoke that is held commits its partitions itself, so it must not wait for longer than this.
            if let until = group.revocation?.until { group.revocation?.until = min(until, now.instant) }
        }
        guard case .committing(let reason, let until) = life, !turn.isOut else { return }
        let isDone = !group.isCommitOut && unsaidPositions(among: partitions.keys).isEmpty
        guard isDone || until <= now.instant else { return }
        life = .closed
        let limit = max(min(policy.grace / 5, reason.longestStep), .milliseconds(100))
        actions.append(.close(Ending(reason: reason, leavingLimit: limit)))
    }
}

extension ExitReason {
    /// What no step of the end may take longer than: a client that is fenced can neither commit nor leave, so there is
    /// little to wait for.
    fileprivate var longestStep: Duration { isKafkaFailure ? .seconds(1) : .seconds(3600) }
}
