import Flow
import Metrics

@testable import Worker

extension PipelineWorld {
    private static let build = BuildLabels(version: "", librdkafka: "")
    private static let product = ProductStatus(
        version: "1",
        librdkafka: "2",
        nghttp2: "3",
        topic: "events",
        group: "group"
    )

    /// What the status page would show now.
    var status: Status { view.picture }

    /// The loop as it would be seen now; every state began at the world's beginning.
    var view: LoopView {
        let log = LogWriter(format: .json, level: .error, clock: SystemClock(), descriptor: -1)
        var reporter = Self.reporter(log: log, startedAt: now.date)
        reporter.report(notes.map { .note($0) }, of: pipeline, at: now)
        return LoopView(reporter: reporter, pipeline: pipeline, now: now)
    }

    static func reporter(log: LogWriter, startedAt: UnixTime) -> Reporter {
        let telemetry = Telemetry(build: build, apps: ["com.example.game", "com.example.other"])
        return Reporter(telemetry, product, log: log, spans: nil, startedAt: startedAt)
    }

    /// The sentences of what is out of the ordinary, the worst first.
    var problems: [String] { status.problems.map(\.what) }
}
