import Metrics
import TestSupport

@testable import Worker

extension PipelineWorld {
    /// What a scrape would show now.
    var exposition: String { exposition(.text) }

    /// The same for one who asks for OpenMetrics.
    var openMetrics: String { exposition(.openMetrics) }

    private func exposition(_ format: ExpositionFormat) -> String {
        let build = BuildLabels(version: "", librdkafka: "")
        var telemetry = Telemetry(build: build, apps: ["com.example.game", "com.example.other"])
        for note in notes { telemetry.record(note) }
        return String(decoding: telemetry.metrics(of: pipeline, at: now).exposition(format).bytes, as: UTF8.self)
    }
}
