import ConsumptionRules
import Flow
import Kafka

extension StatusReading {
    /// What is out of the ordinary, trouble before notices.
    var problems: [Problem] {
        let all =
            lifeProblems + kafkaProblems + publishingProblems + pausedApps + deadlineProblems + unavailableApps
            + partitionProblems
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
        let oldest = pipeline.oldestOpen()
        var problems = pipeline.partitions.filter(\.value.isFarAhead).map(\.key)
            .sorted { $0.description < $1.description }
            .map {
                Problem(
                    level: .notice,
                    what: "Partition \(telemetry.name(of: $0)) is held back by one record",
                    since: oldest[$0]?.date,
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

    func trouble(_ what: String, _ standing: Chronicle.Standing, next: String) -> Problem {
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
