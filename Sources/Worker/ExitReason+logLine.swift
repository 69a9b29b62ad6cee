import Flow
import Kafka

extension ExitReason {
    /// The last line of a worker.
    var logLine: LogLine {
        switch self {
        case .stopped: LogLine(.info, "stopped")
        case .filesRenewed:
            LogLine(.info, "ended for renewed files", [.text("next", "the worker begins anew in the same process")])
        case .braked(let trip): LogLine(.error, "ended by the dead-letter brake", [.text("cause", trip.reason)])
        case .positionLost(let loss):
            LogLine(.error, "ended by a lost position", [.text("partition", loss.topicPartition.description)])
        case .groupNotLeft:
            LogLine(
                .error,
                "ended without leaving the group",
                [
                    .text("blocked", "librdkafka did not leave the consumer group in time"),
                    .text("next", "the group notices after session.timeout.ms; what was finished is committed"),
                ]
            )
        case .kafkaFailed(let error):
            LogLine(
                .error,
                "ended by kafka",
                [.text("code", error.code.description), .text("reason", error.reason)]
                    + (error.remedy.map { [.text("next", $0)] } ?? [])
            )
        }
    }
}
