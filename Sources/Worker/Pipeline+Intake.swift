import ConsumptionRules
import Flow
import Kafka

extension Pipeline {
    /// Takes in what a turn brought.
    mutating func take(_ events: [ConsumerEvent], at now: Moment) {
        var tally = IntakeTally()
        for event in events {
            guard case .record(let record) = event else {
                take(event, at: now)
                continue
            }
            if !keepsForLater(record, at: now) { take(record, &tally, at: now) }
        }
        noteIntake(tally)
    }

    mutating func take(_ record: KafkaRecord, _ tally: inout IntakeTally, at now: Moment) {
        guard let beginning = begin(record, at: now.instant) else { return }
        tally.consumed[record.topicPartition, default: 0] += 1
        switch beginning {
        case .taken: judge(record, at: now)
        case .doneBefore: tally.skipped[record.topicPartition, default: 0] += 1
        case .repeated: break
        }
    }

    mutating func noteIntake(_ tally: IntakeTally) {
        if !tally.consumed.isEmpty { set(.access, to: nil) }
        for (topicPartition, count) in tally.consumed { note(.consumed(topicPartition, count: count)) }
        for (topicPartition, count) in tally.skipped { note(.skipped(topicPartition, count: count)) }
    }

    private mutating func take(_ event: ConsumerEvent, at now: Moment) {
        switch event {
        case .record: break
        case .assigned(let assigned): assign(assigned, at: now)
        case .revoking(let revoking): beginRevocation(of: revoking, at: now)
        case .lost(let lost): lose(lost, at: now)
        case .committed(let outcomes): settle(outcomes, at: now)
        case .endOffsets(let ends): learn(ends)
        case .positionLost(let loss): losePosition(loss, at: now)
        case .failure(let error): fail(error, at: now)
        case .log(let line): hear(line)
        case .statistics(let json): note(.statistics(json))
        }
    }

    /// Gives a record to its partition's tracker; `nil` when it is not wanted: its partition is going, or the worker is.
    private mutating func begin(_ record: KafkaRecord, at now: Instant) -> OffsetTracker.Beginning? {
        guard life.takesRecords else { return nil }
        return partitions.change(record.topicPartition) { $0.begin(record.offset, at: now) } ?? nil
    }

    private mutating func judge(_ record: KafkaRecord, at now: Moment) {
        openBytes += record.size
        var app: Int?
        let judgement = Judgement(of: record.value, at: UNIXMilliseconds(now.date.milliseconds)) { bundleID in
            app = apps[bundleID]
            return app != nil
        }
        switch judgement {
        case .report(let report): accept(report, ofApp: app, from: record, at: now)
        case .refused(let refusal): refuse(record, refusal, at: now)
        }
    }

    private mutating func refuse(_ record: KafkaRecord, _ refusal: Refusal, at now: Moment) {
        brake(rulesBrake.count(refused: true), at: now)
        let letter = DeadLetter(
            record: record,
            reason: DeadLetterReason(refusal),
            failedAt: now.date,
            subject: OutcomeSubject(refusal.identity)
        )
        publish(Publication(content: .deadLetter(letter), takenOnAt: now))
    }

    /// - Parameter app: Of a report there is one, or it would not have passed.
    private mutating func accept(_ report: ConsumptionReport, ofApp app: Int?, from record: KafkaRecord, at now: Moment)
    {
        guard let app else { return }
        brake(rulesBrake.count(refused: false), at: now)
        let signed = UnixTime(milliseconds: report.signedDate.value)
        let event = TakenEvent(
            record: record,
            report: report,
            lane: LaneID(app: app, environment: report.environment, endpoint: report.endpoint),
            deadline: signed + (policy.deadlineWindow - policy.deadlineMargin),
            takenOnAt: now
        )
        let ticket = submissions.insert(Submission(event: event))
        if lines.join(ticket, event.transaction) { begin(ticket, at: now) }
    }

    /// Puts who is first in its transaction's line into its lane, unless its turn is over before it began.
    mutating func begin(_ first: Ticket, at now: Moment) {
        var next: Ticket? = first
        while let ticket = next, let submission = submissions[ticket] {
            if seen.contains(submission.event.report.notificationUUID.number) {
                next = finish(ticket, as: .duplicate, at: now)
            } else if submission.event.deadline <= now.date {
                next = bury(ticket, .deadlineExceeded(by: now.date - submission.event.deadline), at: now)
            } else if let earlier = parkedBefore(submission, at: now.date) {
                next = park(ticket, until: earlier)
            } else {
                submissions.change(ticket) { $0.state = .queued }
                dispatcher.add(ticket, to: submission.event.lane, deadline: submission.event.deadline, at: now.instant)
                next = nil
            }
        }
    }

    /// Ends a submission.
    ///
    /// - Returns: Who is first in its transaction's line now.
    mutating func finish(_ ticket: Ticket, as outcome: FinishedEvent.Outcome, at now: Moment) -> Ticket? {
        guard let submission = submissions.remove(ticket) else { return nil }
        let event = submission.event
        let finished = FinishedEvent(
            outcome: outcome,
            lane: event.lane,
            topicPartition: event.record.topicPartition,
            offset: event.record.offset,
            notificationUUID: event.report.notificationUUID,
            recordTime: policy.origin(of: event.record).time,
            finishedAt: now.date,
            timeLeft: event.deadline - now.date,
            attempts: submission.history.attempts,
            traceID: event.record.traceID
        )
        conclude(finished, of: event.record, takenOnAt: event.takenOnAt, at: now) {
            Outcome($0, of: submission, at: now.date)
        }
        return lines.leave(ticket, event.transaction)
    }

    /// The record has reached its end: its offset no longer holds back the commit.
    mutating func close(_ record: KafkaRecord, at now: Instant) {
        openBytes -= record.size
        partitions.change(record.topicPartition) { $0.finish(record.offset, at: now) }
    }
}

/// How many records were taken in, by their partitions.
struct IntakeTally {
    var consumed: [TopicPartition: Int] = [:]
    /// Those that an earlier owner had done.
    var skipped: [TopicPartition: Int] = [:]
}

extension Partition {
    /// Whether its records are not wanted now, for reasons of its own.
    var isHeldBack: Bool { isRevoking || isFarAhead || !early.isEmpty }

    /// Takes a record on, unless the partition is going.
    mutating func begin(_ offset: Int64, at now: Instant) -> OffsetTracker.Beginning? {
        guard !isRevoking else { return nil }
        movedAt = now
        return tracker.begin(offset)
    }

    /// A record has reached its end.
    mutating func finish(_ offset: Int64, at now: Instant) {
        movedAt = now
        _ = tracker.finish(offset)
    }
}

extension KafkaRecord {
    /// What it costs to hold, as far as it is the record's own doing, in bytes.
    var size: Int { headers.reduce((key?.count ?? 0) + (value?.count ?? 0)) { $0 + $1.size } }

    var time: UnixTime? { timestamp.map { UnixTime(milliseconds: $0.milliseconds) } }
}

extension KafkaHeader {
    /// Even an empty header takes up memory: a record may be made of nothing else.
    private static let ownSize = 64

    fileprivate var size: Int { Self.ownSize + name.count + (value?.count ?? 0) }
}
