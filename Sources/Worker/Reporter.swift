import Flow
import Metrics
import Tracing

/// Tells people what happened: counts every note, and writes a line for those that a person wants to read.
struct Reporter: Sendable {
    private var telemetry: Telemetry
    private let apps: [String]
    private var lines: NoteLines
    private var chronicle: Chronicle
    private let product: ProductStatus
    private var eventLines: EventLines
    private var summary = MinuteSummary()
    private let log: LogWriter
    /// `nil` while tracing is off.
    private let spans: SpanExporter?

    init(
        _ telemetry: Telemetry,
        _ product: ProductStatus,
        log: LogWriter,
        spans: SpanExporter?,
        startedAt: UnixTime
    ) {
        self.telemetry = telemetry
        apps = telemetry.apps
        self.product = product
        (self.log, self.spans) = (log, spans)
        chronicle = Chronicle(startedAt: startedAt)
        lines = NoteLines()
        eventLines = EventLines(level: log.level)
    }

    /// - Parameter pipeline: Where the notes come from, for those that ask for its whole state.
    mutating func report(_ actions: [Action], of pipeline: Pipeline, at now: Moment) {
        for case .note(let note) in actions {
            telemetry.record(note)
            tell(note, at: now)
            trace(note, at: now)
            chronicle.record(note, at: now.date)
            guard case .stalled = note else { continue }
            for line in StateLines(pipeline: pipeline, name: telemetry.name, now: now).lines { log.write(line) }
        }
        if let line = summary.line(chronicle.totals, of: pipeline, at: now.instant) { log.write(line) }
        chronicle.look(at: pipeline, at: now.instant)
    }

    private mutating func tell(_ note: Note, at now: Moment) {
        // Only the names: a method of the telemetry would take a copy of all metrics along.
        let name = { [apps] (lane: LaneID) in apps[lane.app] }
        if let line = eventLines.line(for: note, naming: name, at: now) { log.write(line) }
        guard var line = lines.line(for: note, naming: name, at: now) else { return }
        if let since = chronicle.beginning(of: note) { line.fields.append(.text("since", since.iso8601)) }
        log.write(line)
    }

    private func trace(_ note: Note, at now: Moment) {
        guard let spans, case .answered(let attempt) = note else { return }
        let id = UInt64.random(in: 1 ... .max)
        guard let span = Span(attempt, app: telemetry.name(of: attempt.lane), id: id, at: now.date) else { return }
        spans.export(span)
    }

    func status(of pipeline: Pipeline, at now: Moment) -> WorkerStatus {
        var metrics = telemetry.metrics(of: pipeline, at: now)
        if let spans { metrics.record(spans.totals) }
        return WorkerStatus(
            metrics: metrics,
            kafkaStatistics: telemetry.kafkaStatistics,
            unreadiness: pipeline.unreadiness
        )
    }

    func reading(of pipeline: Pipeline, at now: Moment) -> StatusReading {
        StatusReading(pipeline: pipeline, chronicle: chronicle, telemetry: telemetry, product: product, now: now)
    }
}
