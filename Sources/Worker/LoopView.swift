import Flow

/// The loop as it stands between two turns, for whoever asks through the endpoint.
struct LoopView: Sendable {
    let reporter: Reporter
    let pipeline: Pipeline
    let now: Moment

    var numbers: WorkerStatus { reporter.status(of: pipeline, at: now) }

    var picture: Status { reading.status }

    var readiness: [ProbeCheck] { reading.readiness }

    var liveness: [ProbeCheck] { reading.liveness }

    private var reading: StatusReading { reporter.reading(of: pipeline, at: now) }
}
