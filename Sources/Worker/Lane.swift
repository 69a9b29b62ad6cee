package import Flow

/// Everything that waits for, or is on its way to, one endpoint for one app in one environment: the unit that Apple limits,
/// and so the unit that is throttled, paused or held without touching the others.
///
/// The earliest deadline goes first. What failed waits for its time and then queues up again.
package struct Lane: Sendable {
    private struct Waiting: Sendable {
        var ticket: Ticket
        var deadline: UnixTime
    }

    let policy: LanePolicy
    private var ready = DueQueue<UnixTime, Ticket>()
    private var waiting = DueQueue<Instant, Waiting>()
    /// Since when the first of `ready` waits for company.
    private var batchOpenedAt: Instant?
    var limiter: RateLimiter
    var quickest = QuickestAnswer()
    var breaker: CircuitBreaker
    var heldUntil: Instant?
    var throttles = 0
    /// Answers that show a healthy server and a valid token: acceptances, and refusals of single events.
    var answers = 0
    var recent = RecentAnswers()
    /// When the App Store answered last, or was seen not to.
    var answeredAt: Instant?

    package internal(set) var pause: LanePause?
    package internal(set) var inFlight = 0

    /// - Parameter limit: What the whole group may start in this lane.
    package init(policy: LanePolicy, limit: RateLimit) {
        self.policy = policy
        limiter = RateLimiter(limit: limit)
        breaker = CircuitBreaker(threshold: policy.breakerThreshold, schedule: policy.breaker)
    }

    /// Submissions that are not out: ready or waiting for their time.
    package var pendingCount: Int { ready.count + waiting.count }

    /// Requests per second that this worker may start.
    package func share(at now: Instant) -> Double { limiter.share(at: now) }

    package var answerCount: Int { answers }

    /// Whether its app is refused.
    package var isPaused: Bool { pause?.isConfirmed == true }

    package func mood(at now: Instant) -> LaneMood {
        LaneMood(
            isPaused: isPaused,
            isBroken: !breaker.isClosed,
            heldUntil: heldUntil.flatMap { $0 > now ? $0 : nil }
        )
    }

    package mutating func setShare(_ share: RateShare, at now: Instant) {
        limiter.setShare(share, at: now)
    }

    /// Takes on a submission that has not been tried yet.
    package mutating func add(_ ticket: Ticket, deadline: UnixTime, at now: Instant) {
        if batchOpenedAt == nil { batchOpenedAt = now }
        ready.insert(ticket, due: deadline)
    }

    /// Takes back a submission that is to be tried again, no earlier than `due`.
    package mutating func add(_ ticket: Ticket, deadline: UnixTime, due: Instant) {
        waiting.insert(Waiting(ticket: ticket, deadline: deadline), due: due)
    }

    /// Lets go of waiting submissions, in O(n).
    package mutating func removeAll(where matches: (Ticket) -> Bool) {
        ready.removeAll(where: matches)
        waiting.removeAll { matches($0.ticket) }
        if ready.isEmpty { batchOpenedAt = nil }
    }

    /// Takes out what has missed its deadline, whatever else holds the lane.
    package mutating func takeExpired(at now: Moment) -> [Ticket] {
        promoteWaiting(at: now.instant)
        var expired: [Ticket] = []
        while let ticket = ready.popDue(at: now.date) { expired.append(ticket) }
        if ready.isEmpty { batchOpenedAt = nil }
        return expired
    }

    /// Takes the next batch: its tokens are reserved and its submissions count as in flight.
    ///
    /// - Parameter limit: The most that may start now, for reasons that lie outside the lane.
    package mutating func takeBatch(upTo limit: Int, at now: Moment) -> [Ticket] {
        guard let opening = opening(at: now), opening <= now.instant else { return [] }
        let wanted = pause == nil ? min(limit, policy.batchSize, ready.count) : min(limit, 1)
        let admitted = min(wanted, breaker.admission(at: now.instant) - inFlight)
        let granted = limiter.reserve(upTo: max(0, admitted), at: now)
        let batch = (0..<granted).compactMap { _ in ready.pop() }
        if ready.isEmpty { batchOpenedAt = nil }
        if pause != nil { pause?.probe = batch.first }
        inFlight += batch.count
        return batch
    }

    /// The next moment after `now` at which time alone changes something; `nil` when only an answer or an arrival can.
    package mutating func nextAlarm(at now: Moment) -> Instant? {
        let opening = opening(at: now).flatMap { $0 > now.instant ? $0 : nil }
        let expiry = ready.nextDue.map { now.instant(at: $0) }
        let retry = admitsRetries ? waiting.nextDue : nil
        return [opening, retry, expiry].compactMap { $0 }.min()
    }

    /// When the next batch may start, as far as time alone decides; a moment that has passed means now.
    package mutating func opening(at now: Moment) -> Instant? {
        promoteWaiting(at: now.instant)
        guard !ready.isEmpty else { return nil }
        var opening = max(limiter.nextFree(at: now), heldUntil ?? now.instant)
        if let pause {
            guard pause.probe == nil else { return nil }
            opening = max(opening, pause.nextProbe)
        } else {
            opening = max(opening, batchIsDue(at: now))
        }
        guard breaker.admission(at: now.instant) <= inFlight else { return opening }
        return breaker.opensAt.map { max(opening, $0) }
    }

    /// A batch is filled by size, by time, or by a deadline that cannot wait for either.
    private func batchIsDue(at now: Moment) -> Instant {
        guard ready.count < policy.batchSize, let batchOpenedAt else { return now.instant }
        let linger = batchOpenedAt + policy.linger
        guard let deadline = ready.nextDue else { return linger }
        return min(linger, now.instant(at: deadline) + .seconds(-1))
    }

    /// While the server is being probed, newcomers go first: else one bad event would be every probe.
    private var admitsRetries: Bool { breaker.isClosed || ready.isEmpty }

    private mutating func promoteWaiting(at now: Instant) {
        guard admitsRetries else { return }
        while let entry = waiting.popDue(at: now) {
            ready.insert(entry.ticket, due: entry.deadline)
            // It has waited long enough: its batch is due at once.
            batchOpenedAt = now + (.zero - policy.linger)
        }
    }
}
