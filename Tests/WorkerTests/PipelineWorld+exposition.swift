import Metrics
import TestSupport

@testable import Worker

extension PipelineWorld {
    /// What a scrape would show now.
    var exposition: String {
        let build = BuildLabels(version: "", librdkafka: "")
        var telemetry = Telemetry(build: build, apps: ["com.example.game", "com.example.other"])
        for note in notes { telemetry.record(note) }
        return String(decoding: telemetry.metrics(of: pipeline, at: now).exposition.bytes, as: UTF8.self)
    }
}
