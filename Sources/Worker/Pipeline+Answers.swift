import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

extension Pipeline {
    /// Takes one answer of the App Store, or the lack of it.
    mutating func settle(_ answer: AppStoreAnswer, at now: Moment) {
        let ticket = Ticket(number: answer.ticket)
        guard var submission = submissions[ticket] else { return note(.lateResult) }
        note(.answered(Attempt(of: submission, answer)))
        let settlement = dispatcher.settle(
            answer,
            in: submission.event.lane,
            &submission.history,
            at: now,
            jitter: random.jitter()
        )
        noteChange(of: submission.event.lane, settlement, because: answer.result, at: now)
        if case .accepted(let status) = answer.result {
            submission.history.acceptedStatus = status
            remember(submission.event.report, at: now.date)
        }
        guard submission.state == .inFlight else { return forget(ticket, submission, at: now) }
        partitions.change(submission.event.record.topicPartition) { $0.outCount -= 1 }
        submission.state = .queued
        submissions.change(ticket) { $0 = submission }
        act(on: settlement.verdict, ticket, submission, at: now)
    }

    private mutating func act(on verdict: Verdict, _ ticket: Ticket, _ submission: Submission, at now: Moment) {
        switch verdict {
        case .done:
            brake(answersBrake.count(refused: false), at: now)
            beginNext(finish(ticket, as: .accepted, at: now), at: now)
        case .waits where isGivenUp(submission.event.record.topicPartition):
            forget(ticket, submission, at: now)
        case .waits(let due):
            dispatcher.add(ticket, to: submission.event.lane, deadline: submission.event.deadline, due: due)
        case .deadLetter(let reason):
            brake(answersBrake.count(refused: true), at: now)
            beginNext(bury(ticket, reason, at: now), at: now)
        }
    }

    /// A submission whose partition has gone is no longer ours; whoever stood behind it moves up.
    private mutating func forget(_ ticket: Ticket, _ submission: Submission, at now: Moment) {
        if submission.state == .orphaned { note(.lateResult) }
        _ = submissions.remove(ticket)
        openBytes -= submission.event.record.size
        beginNext(lines.leave(ticket, submission.event.transaction), at: now)
    }

    mutating func beginNext(_ next: Ticket?, at now: Moment) {
        if let next { begin(next, at: now) }
    }

    private mutating func remember(_ report: ConsumptionReport, at date: UnixTime) {
        let signedDate = UnixTime(milliseconds: report.signedDate.value)
        remember(Acceptance(notificationUUID: report.notificationUUID, signedDate: signedDate), at: date)
    }

    private mutating func noteChange(
        of lane: LaneID,
        _ settlement: Dispatcher.Settlement,
        because result: SubmissionResult,
        at now: Moment
    ) {
        let (before, after) = (settlement.before, settlement.after)
        switch (before.isPaused, after.isPaused, result.refusal) {
        case (false, true, let refusal?): note(.lanePaused(lane, refusal))
        case (true, false, _): note(.laneResumed(lane))
        default: break
        }
        switch (before.isBroken, after.isBroken, result) {
        case (false, true, .unavailable(let unavailability)): note(.breakerOpened(lane, unavailability))
        case (true, false, _): note(.breakerClosed(lane))
        default: break
        }
        if case .throttled = result, let until = after.heldUntil, before.heldUntil == nil {
            note(.laneHeld(lane, until: now.date + (until - now.instant)))
        }
    }
}
