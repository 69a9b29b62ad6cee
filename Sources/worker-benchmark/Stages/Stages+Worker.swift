import Flow
import Metrics
import Worker

extension Stage {
    /// The pipeline as a whole, and what a scrape shows of it.
    static var worker: [Stage] {
        [
            // The record is made here as well: a copy of 400 bytes.
            Stage("pipeline", operations: 1000) {
                let world = PipelineRun(apps: 1, partitions: 6)
                return { world.pass($0) }
            },
            Stage("pipeline + metrics", operations: 1000) {
                let world = PipelineRun(apps: 1, partitions: 6)
                var telemetry = world.telemetry
                world.hear = { telemetry.record($0) }
                return { world.pass($0) }
            },
            Stage("metrics text, 100 apps x 64 partitions", operations: 1) {
                let world = PipelineRun(apps: 100, partitions: 64)
                var telemetry = world.telemetry
                world.hear = { telemetry.record($0) }
                world.pass(10_000)
                return {
                    for _ in 0..<$0 {
                        keep(telemetry.metrics(of: world.pipeline, at: world.now).exposition(.text).bytes)
                    }
                }
            },
        ]
    }
}
