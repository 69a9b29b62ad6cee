import ConsumptionRules
import Flow
import Kafka

extension StatusReading {
    /// What is out of the ordinary, trouble before notices.
    var problems: [Problem] {
        let all = lifeProblems + kafkaProblems + pausedApps + deadlineProblems + unavailableApps + partitionProblems
        return all.filter { $0.level == .trouble } + all.filter { $0.level == .notice }
    }

    private var lifeProblems: [Problem] {
        var problems: [Problem] = []
        if !pipeline.watch.stalls.isEmpty {
            let reasons = pipeline.watch.stalls.map(\.reason).sorted().joined(separator: "; ")
            let next = "Only a restart helps, so /healthz fails. The log has the state of every partition and app."
            problems.append(trouble("Work stands still: \(reasons)", .stalled, next: next))
        }
        switch pipeline.life {
        case .running: break
        case .braked(let trip, let until):
            let end = now.date(at: until).clock
            let next =
                "Nothing is taken or sent, and the worker ends at \(end). Look at the dead letters, then start again."
            problems.append(trouble("The dead-letter brake has tripped: \(trip.reason)", .braked, next: next))
        case .draining, .committing, .closed:
            problems.append(
                Problem(
                    level: .notice,
                    what: "The worker is ending",
                    since: chronicle.since[.ending],
                    next: "What is in flight may finish, then positions are committed."
                )
            )
        }
        return problems
    }

    private var kafkaProblems: [Problem] {
        var problems = Condition.allCases.compactMap { condition in
            pipeline.watch.faults[condition].map {
                trouble("\(condition.what): \($0.reason)", .missing(condition), next: condition.next)
            }
        }
        let unpublished = pipeline.unpublished
        if unpublished.count > 0 {
            problems.append(
                Problem(
                    level: .trouble,
                    what: "The broker does not take \(grouped(unpublished.count)) dead letters or parked records",
                    since: unpublished.since?.date,
                    next: "They are tried again and nothing is lost. See that their topic exists and may be written to."
                )
            )
        }
        if !pipeline.group.hasJoined {
            problems.append(
                Problem(
                    level: .notice,
                    what: "The consumer group has given no partitions yet",
                    since: chronicle.startedAt,
                    next: "This takes some seconds; longer while another worker is busy with what it must hand over."
                )
            )
        }
        return problems
    }

    private var pausedApps: [Problem] {
        lanes { $0.isPaused }.compactMap { id, lane in
            lane.pause.map { pause in
                let probe = now.date(at: pause.nextProbe).clock
                return Problem(
                    level: .trouble,
                    what: "\(name(id)) is paused: Apple refuses it with \(pause.cause.summary.withShortenedIdentities)",
                    since: pause.since.date,
                    next: "Check \(pause.cause.suspects). One event is tried again at \(probe); a new key file at once."
                )
            }
        }
    }

    private var unavailableApps: [Problem] {
        lanes { !$0.breaker.isClosed && !$0.isPaused }.map { id, _ in
            Problem(
                level: .notice,
                what: "The App Store does not answer for \(name(id))",
                since: chronicle.since[.unavailable(id)],
                next: "One request at a time finds out when it answers again."
            )
        }
    }

    private var deadlineProblems: [Problem] {
        let count = pipeline.nearDeadline(within: .seconds(3600), at: now.date).values.reduce(0, +)
        guard count > 0 else { return [] }
        return [
            Problem(
                level: .trouble,
                what: "\(grouped(count)) events have less than an hour left until their deadline",
                since: nil,
                next: "What is not accepted by then becomes a dead letter. Whatever holds their app up is listed here."
            )
        ]
    }

    private var partitionProblems: [Problem] {
        var problems = pipeline.partitions.filter(\.value.isFarAhead).keys.sorted { $0.description < $1.description }
            .map {
                Problem(
                    level: .notice,
                    what: "Partition \(telemetry.name(of: $0)) is held back by one record",
                    since: pipeline.oldestOpen()[$0]?.date,
                    next: "Nothing more of it is read until that record is finished; its retries go on."
                )
            }
        if pipeline.turn.isPaused, pipeline.life.takesRecords {
            problems.append(
                Problem(
                    level: .notice,
                    what: "Memory is full, so nothing more is read",
                    since: nil,
                    next:
                        "It goes on when events are finished. What holds them up is listed here, or the limits are too low."
                )
            )
        }
        return problems
    }

    private func trouble(_ what: String, _ standing: Chronicle.Standing, next: String) -> Problem {
        Problem(level: .trouble, what: what, since: chronicle.since[standing], next: next)
    }

    private func lanes(where matches: (Lane) -> Bool) -> [(LaneID, Lane)] {
        (0..<pipeline.dispatcher.laneCount).map { LaneID(index: $0) }
            .map { ($0, pipeline.dispatcher.lane($0)) }
            .filter { matches($1) }
    }

    private func name(_ id: LaneID) -> String {
        "\(telemetry.name(of: id)) (\(id.environment.rawValue)\(id.endpoint == .v1 ? ", V1" : ""))"
    }
}

extension Condition {
    fileprivate var what: String {
        switch self {
        case .brokers: "No broker answers"
        case .topics: "A topic cannot be read"
        case .outcomes: "The outcome topic does not fit"
        case .access: "Kafka refuses access"
        }
    }

    fileprivate var next: String {
        switch self {
        case .brokers:
            "The worker keeps trying and nothing is lost. See that the brokers run and can be reached from here."
        case .topics: "The worker keeps trying and nothing is lost. See that the topic exists and may be described."
        case .outcomes:
            "What cannot be compared with earlier outcomes is not taken, and nothing is lost. Give the outcome topic as many partitions as the topic with the events."
        case .access: "The worker keeps trying and nothing is lost. Give its user access to the topic and the group."
        }
    }
}

extension Pipeline {
    /// What the broker has refused at least once and does not have yet, and since when the oldest of it is here.
    var unpublished: (count: Int, since: Moment?) {
        var (count, since): (Int, Moment?) = (0, nil)
        publications.forEach {
            guard $0.failures > 0 else { return }
            count += 1
            if $0.takenOnAt.instant < since?.instant ?? .distantFuture { since = $0.takenOnAt }
        }
        return (count, since)
    }
}
