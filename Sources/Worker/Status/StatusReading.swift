import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

/// One look at the pipeline, and what it tells a person.
struct StatusReading {
    let pipeline: Pipeline
    let chronicle: Chronicle
    /// Knows how partitions and apps are called.
    let telemetry: Telemetry
    let product: ProductStatus
    let now: Moment

    var status: Status {
        Status(
            at: now.date,
            startedAt: chronicle.startedAt,
            product: product,
            problems: problems,
            activity: activity,
            isReady: pipeline.unreadiness.isEmpty,
            totals: chronicle.totals,
            waiting: pipeline.openCount,
            inFlight: pipeline.inFlight,
            partitions: partitions,
            apps: lanes,
            refusals: chronicle.refused.compactMap { RefusedEvent($0, naming: telemetry) },
            flow: chronicle.flow
        )
    }

    private var activity: String {
        if pipeline.partitions.isEmpty { return "Idle: other workers of the group have all partitions." }
        if pipeline.openCount == 0, pipeline.lag == 0 { return "Idle: every event that came is finished." }
        let accepted = chronicle.flow.acceptedInLastMinute
        let waiting = grouped(pipeline.openCount)
        return "Working: \(grouped(accepted)) events accepted in the last minute, \(waiting) waiting."
    }

    private var partitions: [PartitionStatus] {
        let oldest = pipeline.oldestOpen()
        let keys = pipeline.partitions.keys.sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
        return keys.compactMap { key in
            pipeline.partitions[key].map { partition in
                PartitionStatus(
                    name: telemetry.name(of: key),
                    position: partition.tracker.position,
                    end: partition.endOffset,
                    lag: partition.lag,
                    open: partition.tracker.outstandingCount,
                    oldestOffset: partition.tracker.oldestOpen,
                    oldestSince: oldest[key]?.date,
                    paused: pipeline.reasonForPause(of: partition, key)
                )
            }
        }
    }

    /// Lanes with something to tell, the worst first; an app that has none is shown by its usual one.
    private var lanes: [LaneStatus] {
        let ids = (0..<pipeline.dispatcher.laneCount).map { LaneID(index: $0) }
        let told = Set(ids.filter(hasSomethingToTell))
        let appsTold = Set(told.map(\.app))
        let shown = ids.filter { told.contains($0) || !appsTold.contains($0.app) && $0.index % LaneID.lanesPerApp == 0 }
        let lanes = shown.map(lane)
        // Keeps the order of the configuration among equals.
        return lanes.enumerated().sorted { ($0.element.state, $0.offset) < ($1.element.state, $1.offset) }.map(
            \.element
        )
    }

    private func hasSomethingToTell(_ id: LaneID) -> Bool {
        let lane = pipeline.dispatcher.lane(id)
        return lane.pendingCount + lane.inFlight > 0 || lane.pause != nil || lane.answeredAt != nil
    }

    private func lane(_ id: LaneID) -> LaneStatus {
        let lane = pipeline.dispatcher.lane(id)
        let state = lane.statusState(at: now.instant)
        let until: Instant? =
            switch state {
            case .held: lane.heldUntil
            case .unavailable: lane.breaker.opensAt
            case .paused, .sending, .idle: nil
            }
        return LaneStatus(
            app: telemetry.name(of: id),
            environment: id.environment.rawValue,
            endpoint: id.endpoint.rawValue,
            state: state,
            ratePerSecond: lane.share(at: now.instant),
            tokens: lane.limiter.tokens(at: now),
            inFlight: lane.inFlight,
            waiting: lane.pendingCount,
            breaker: lane.breaker.state.word,
            until: until.map(now.date(at:)),
            pause: lane.pause.flatMap { $0.isConfirmed ? pause($0) : nil }
        )
    }

    private func pause(_ pause: LanePause) -> LaneStatus.Pause {
        LaneStatus.Pause(
            cause: pause.cause.pauseCause,
            answer: pause.cause.summary.withShortenedIdentities,
            since: pause.since.date,
            refusedProbes: pause.refusedProbes,
            nextProbe: now.date(at: pause.nextProbe),
            check: pause.cause.suspects
        )
    }
}

extension Lane {
    func statusState(at now: Instant) -> LaneStatus.State {
        let mood = mood(at: now)
        if mood.isPaused { return .paused }
        if mood.isBroken { return .unavailable }
        if mood.heldUntil != nil { return .held }
        return pendingCount + inFlight > 0 ? .sending : .idle
    }
}

extension CircuitBreaker.State {
    fileprivate var word: String {
        switch self {
        case .closed: "closed"
        case .open: "open"
        case .probing: "probing"
        case .recovering: "recovering"
        }
    }
}

extension Pipeline {
    /// Why nothing more of a partition is read; `nil` while it is read.
    fileprivate func reasonForPause(of partition: Partition, _ key: TopicPartition) -> String? {
        guard partition.isPaused else { return nil }
        if partition.isRevoking { return "is being handed to another worker" }
        if !life.takesRecords { return "the worker is ending" }
        if partition.isFarAhead {
            return "record \(partition.tracker.oldestOpen ?? 0) is open, too many behind it are read"
        }
        if turn.isPaused { return "memory is full" }
        if waitsForOutcomes(key) { return "its outcomes are being read" }
        return partition.early.isEmpty ? "new events go first" : "its records wait for their time"
    }
}

extension Moment {
    /// The calendar's reading when the monotonic clock stands at `instant`, as far as can be said now.
    func date(at instant: Instant) -> UnixTime {
        date + (instant - self.instant)
    }
}
