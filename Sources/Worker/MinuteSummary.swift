import Flow

/// One line a minute that says how it goes, so that a log alone shows that the worker lives and what it does.
struct MinuteSummary: Sendable {
    private var dueAt: Instant?
    private var told = Status.Totals()
    private static let interval = Duration.seconds(60)

    /// The line when it is time for it; its counts are of the time since the last one.
    mutating func line(_ totals: Status.Totals, of pipeline: Pipeline, at now: Instant) -> LogLine? {
        guard let due = dueAt else {
            dueAt = now + Self.interval
            return nil
        }
        guard due <= now else { return nil }
        defer { (dueAt, told) = (now + Self.interval, totals) }
        let lanes = (0..<pipeline.dispatcher.laneCount).map { pipeline.dispatcher.lane(LaneID(index: $0)) }
        return LogLine(
            .info,
            "summary",
            [
                .integer("consumed", totals.consumed - told.consumed),
                .integer("accepted", totals.accepted - told.accepted),
                .integer("refused", totals.refused - told.refused),
                .integer("duplicates", totals.duplicates - told.duplicates),
                .integer("parked", totals.parked - told.parked),
                .integer("waiting", pipeline.openCount), .integer("inFlight", pipeline.inFlight),
                .integer("lag", pipeline.lag),
                .integer("partitions", pipeline.partitions.count),
                .integer("pausedLanes", lanes.count { $0.isPaused }),
                .integer("unavailableLanes", lanes.count { !$0.breaker.isClosed }),
            ]
        )
    }
}
