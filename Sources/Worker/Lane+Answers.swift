package import AppStoreServer
package import Flow

extension Lane {
    /// Takes the answer to one submission that was out.
    ///
    /// - Parameter jitter: A random number from 0 up to 1.
    package mutating func settle(
        _ answer: AppStoreAnswer,
        _ history: inout AttemptHistory,
        at now: Moment,
        jitter: Double
    ) -> Verdict {
        let ticket = Ticket(number: answer.ticket)
        inFlight -= 1
        answeredAt = now.instant
        countFromArrival(answer, history, at: now.instant)
        let wasProbe = pause?.probe == ticket
        if wasProbe { pause?.probe = nil }
        history.lastRefusal = answer.result.refusal ?? history.lastRefusal
        switch answer.result {
        case .accepted:
            answered(.accepted)
            return .done
        case .rejected(let refusal) where refusal.concernsAppWhenCommon:
            return doubtfullyRejected(refusal, &history, wasProbe: wasProbe, at: now, jitter: jitter)
        case .rejected(let refusal):
            answered(.refused)
            return .deadLetter(DeadLetterReason(refusal))
        case .unauthorized(let refusal):
            refused(refusal, wasProbe: wasProbe, at: now, jitter: jitter)
            return .waits(until: now.instant)
        case .throttled(_, let retryAfter):
            limiter.throttled(at: now.instant)
            hold(retryAfter, at: now.instant, jitter: jitter)
            return .waits(until: now.instant)
        case .unavailable(let unavailability):
            return unavailable(unavailability, &history, at: now.instant, jitter: jitter)
        }
    }

    /// Takes back a submission that was taken for a batch and was not started after all.
    package mutating func abandon(_ ticket: Ticket) {
        inFlight -= 1
        if pause?.probe == ticket { pause?.probe = nil }
    }

    /// The app signs with another key from now on.
    package mutating func keyReplaced(at now: Instant) {
        pause?.keyReplaced(at: now)
    }

    /// Counts a request against the limit from when it may have arrived, where that can be much later than its start.
    ///
    /// A single request over a connection that is there leaves and arrives at once, and its answer takes as long as the
    /// server likes. One that waited for a connection, and one of many that were started together, may have arrived late:
    /// the quickest answer of late says by when at the latest.
    private mutating func countFromArrival(_ answer: AppStoreAnswer, _ history: AttemptHistory, at now: Instant) {
        guard let start = history.startedAt, let sentAfter = answer.sentAfter else { return }
        if answer.result.status != nil { quickest.observe(answer.duration - sentAfter) }
        let delay = now - start - quickest.duration
        guard sentAfter > .milliseconds(5) || history.batchCount > 5 else { return }
        if delay > .zero { limiter.postpone(start, to: start + delay, at: now) }
    }

    private mutating func answered(_ answer: RecentAnswers.Answer) {
        answers += 1
        throttles = 0
        if pause != nil { recent = RecentAnswers() }
        pause = nil
        recent.append(answer)
        breaker.succeeded()
    }

    /// A refusal that nearly all events get is about the app, and pauses it.
    ///
    /// As long as no acceptance shows that the app is set up well, an event has to be refused twice before it is given up: so
    /// a burst of events for a wrong bundle id or environment loses none, and never are more than twenty lost.
    private mutating func doubtfullyRejected(
        _ refusal: AppStoreRefusal,
        _ history: inout AttemptHistory,
        wasProbe: Bool,
        at now: Moment,
        jitter: Double
    ) -> Verdict {
        throttles = 0
        breaker.succeeded()
        if pause?.cause.concernsAppWhenCommon == true {
            guard wasProbe else { return .waits(until: now.instant) }
            postponeProbe(because: refusal, at: now.instant, jitter: jitter)
            // The next probe is another event's: this one may be refused for its own sake.
            return .waits(until: (pause?.nextProbe ?? now.instant) + .milliseconds(100))
        }
        pause = nil
        recent.append(.doubtful)
        guard !recent.concernApp else {
            pause = LanePause(cause: refusal, since: now, nextProbe: now.instant)
            postponeProbe(because: refusal, at: now.instant, jitter: jitter)
            return .waits(until: now.instant)
        }
        history.doubtfulRefusals += 1
        guard recent.showAcceptance || history.doubtfulRefusals > 1 else {
            return .waits(until: now.instant + policy.retry.delay(afterFailure: 1, jitter: jitter))
        }
        answers += 1
        return .deadLetter(DeadLetterReason(refusal))
    }

    private mutating func refused(_ refusal: AppStoreRefusal, wasProbe: Bool, at now: Moment, jitter: Double) {
        guard pause != nil else {
            // The refused token has been dropped: one probe with a fresh one, at once, before this counts as a pause.
            pause = LanePause(cause: refusal, since: now, nextProbe: now.instant)
            return
        }
        if wasProbe { postponeProbe(because: refusal, at: now.instant, jitter: jitter) }
    }

    private mutating func postponeProbe(because refusal: AppStoreRefusal, at now: Instant, jitter: Double) {
        guard var pause else { return }
        guard !pause.isProbeOutdated else {
            self.pause?.isProbeOutdated = false
            return
        }
        pause.refusedProbes += 1
        pause.cause = refusal
        let ceiling = policy.probe.ceiling(afterFailure: pause.refusedProbes)
        let spread = policy.probe.delay(afterFailure: pause.refusedProbes, jitter: jitter)
        pause.nextProbe = now + ceiling + spread / 10
        self.pause = pause
    }

    private mutating func hold(_ asked: Duration?, at now: Instant, jitter: Double) {
        // All answers to one batch say the same once.
        if heldUntil ?? now <= now { throttles += 1 }
        let own = policy.retry.ceiling(afterFailure: throttles)
        let wait = min(max(asked ?? own, .milliseconds(100)), policy.longestHold)
        // A little later than asked, and not all workers at once.
        let until = now + wait + .milliseconds(Int64(250 * jitter))
        heldUntil = max(heldUntil ?? until, until)
    }

    private mutating func unavailable(
        _ unavailability: Unavailability,
        _ history: inout AttemptHistory,
        at now: Instant,
        jitter: Double
    ) -> Verdict {
        breaker.failed(at: now, jitter: jitter)
        let asked = unavailability.retryAfter
        // An outage is not the event's fault: only an answer to it while others were served counts against it.
        if unavailability.isAnswer, answers > history.answersSeen {
            history.strikes += 1
        } else if asked != nil {
            hold(asked, at: now, jitter: jitter)
        }
        history.answersSeen = answers
        guard history.strikes < policy.attempts else {
            return .deadLetter(.retriesExhausted(unavailability, strikes: history.strikes))
        }
        let delay = policy.retry.delay(afterFailure: history.attempts, jitter: jitter)
        return .waits(until: now + max(delay, min(asked ?? .zero, policy.longestHold)))
    }
}
