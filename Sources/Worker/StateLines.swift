import ConsumptionRules
import Flow
import Kafka

/// The state of everything that the loop knows, as log lines: for whoever has to find out why work stands still.
struct StateLines {
    let pipeline: Pipeline
    /// The bundle id of a lane.
    let name: (LaneID) -> String
    let now: Moment

    var lines: [LogLine] {
        [kafka] + pipeline.partitions.keys.sorted { $0.description < $1.description }.map(partition)
            + (0..<pipeline.dispatcher.laneCount).compactMap { lane(LaneID(index: $0)) }
    }

    private var kafka: LogLine {
        line(
            "kafka",
            [
                .text("turn", pipeline.turn.isOut ? "out" : "none"),
                .text("commit", pipeline.group.isCommitOut ? "out" : "none"),
                .text("revoke", pipeline.group.revocation == nil ? "none" : "held"),
                .text("assignment", pipeline.group.hasJoined ? "had" : "never had"),
                .integer("publicationsOut", pipeline.publications.count(where: \.isOut)),
                .integer("publicationsWaiting", pipeline.publications.count { !$0.isOut }),
            ]
        )
    }

    private func partition(_ key: TopicPartition) -> LogLine {
        guard let partition = pipeline.partitions[key] else { return line(key.description, []) }
        var fields: [LogLine.Field] = [
            .integer("out", partition.outCount), .integer("open", partition.tracker.outstandingCount),
            .integer("ahead", partition.tracker.ahead), .text("reading", partition.isPaused ? "paused" : "on"),
            .integer("movedSecondsAgo", (now.instant - partition.movedAt).components.seconds),
        ]
        if let position = partition.tracker.position { fields.append(.integer("position", position)) }
        if let end = partition.endOffset { fields.append(.integer("end", end)) }
        return line(key.description, fields)
    }

    /// `nil` for a lane that has nothing to do.
    private func lane(_ id: LaneID) -> LogLine? {
        let lane = pipeline.dispatcher.lane(id)
        guard lane.pendingCount + lane.inFlight > 0 else { return nil }
        let mood = lane.mood(at: now.instant)
        let state = mood.isPaused ? "paused" : mood.isBroken ? "broken" : mood.heldUntil != nil ? "held" : "open"
        let answered = lane.answeredAt.map { (now.instant - $0).components.seconds }
        return line(
            "\(name(id)) \(id.environment.rawValue) \(id.endpoint.rawValue)",
            [
                .text("lane", state), .integer("pending", lane.pendingCount), .integer("inFlight", lane.inFlight),
                .text("answeredSecondsAgo", answered.map { "\($0)" } ?? "never"),
            ]
        )
    }

    private func line(_ what: String, _ fields: [LogLine.Field]) -> LogLine {
        LogLine(.error, "state", [.text("what", what)] + fields)
    }
}
