import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

/// The log lines for single events.
///
/// Each that was refused for good is an error, told once a minute for each reason; what becomes of every event, and of every
/// attempt, is only told to whoever wants to read so much.
struct EventLines: Sendable {
    private var damper = Damper()
    private let level: LogLine.Level

    /// - Parameter level: Lines below it are not even made.
    init(level: LogLine.Level) {
        self.level = level
    }

    /// - Parameter name: The bundle id of a lane.
    mutating func line(for note: Note, naming name: (LaneID) -> String, at now: Moment) -> LogLine? {
        switch note {
        case .finished(let event):
            guard let reason = event.reason else { return success(of: event, name) }
            return refusal(of: event, reason, name, at: now)
        case .answered(let attempt): return level == .debug ? failure(attempt, name) : nil
        default: return nil
        }
    }

    private mutating func refusal(
        of event: FinishedEvent,
        _ reason: DeadLetterReason,
        _ name: (LaneID) -> String,
        at now: Moment
    ) -> LogLine? {
        // Somebody who wants every event gets every refusal, too.
        guard let alike = level == .debug ? 0 : damper.pass(reason.code, at: now.instant) else { return nil }
        return LogLine(
            .error,
            "event refused",
            identity(of: event, name) + [
                .text("reason", reason.code), .text("stage", reason.stage.rawValue),
                .text("text", reason.message.withShortenedIdentities), .integer("attempts", event.attempts),
                .text("next", "it is on the dead-letter topic; the command dead-letters shows and replays it"),
            ] + (alike > 0 ? [.integer("alike", alike)] : [])
        )
    }

    private func success(of event: FinishedEvent, _ name: (LaneID) -> String) -> LogLine? {
        guard level == .debug else { return nil }
        let fields = identity(of: event, name) + [.integer("attempts", event.attempts)]
        return event.outcome == .duplicate
            ? LogLine(.debug, "event is a duplicate", fields) : LogLine(.debug, "event accepted", fields)
    }

    private func failure(_ attempt: Attempt, _ name: (LaneID) -> String) -> LogLine? {
        let (lane, result) = (attempt.lane, attempt.result)
        guard let cause = result.retryCause else { return nil }
        let answer = result.refusal?.summary ?? result.failureReason ?? cause
        return LogLine(
            .debug,
            "attempt failed",
            [
                .text("app", name(lane)), .text("environment", lane.environment.rawValue),
                .text("endpoint", lane.endpoint.rawValue), .text("cause", cause),
                .text("answer", answer.withShortenedIdentities),
                .integer("milliseconds", attempt.duration.nanoseconds / 1_000_000),
            ] + trace(attempt.record.traceID)
        )
    }

    private func identity(of event: FinishedEvent, _ name: (LaneID) -> String) -> [LogLine.Field] {
        [.text("partition", event.topicPartition.description), .integer("offset", event.offset)]
            + (event.notificationUUID.map { [.text("event", $0.description)] } ?? [])
            + (event.lane.map { [.text("app", name($0)), .text("environment", $0.environment.rawValue)] }
                ?? []) + trace(event.traceID)
    }

    private func trace(_ id: String?) -> [LogLine.Field] {
        id.map { [.text("traceId", $0)] } ?? []
    }
}

extension SubmissionResult {
    /// What became of a request without an answer.
    fileprivate var failureReason: String? {
        if case .unavailable(.unanswered(let failure)) = self { failure.reason } else { nil }
    }
}
