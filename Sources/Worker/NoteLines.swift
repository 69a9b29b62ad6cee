import AppStoreServer
import ConsumptionRules
import Flow
import Kafka

/// The log lines that notes become: one for each change of state, none for each event.
struct NoteLines: Sendable {
    private var damper = Damper()

    /// - Parameter name: The bundle id of a lane.
    mutating func line(for note: Note, naming name: (LaneID) -> String, at now: Moment) -> LogLine? {
        switch note {
        case .parked(let lane):
            damped("parked \(lane.index)", at: now) {
                LogLine(
                    .warning,
                    "records are parked",
                    place(lane, name) + [.text("next", "they come back from the deferred topic when the app may go on")]
                        + $0
                )
            }
        case .parkingFailed(let error) where error.code.isOfFailedProducer: nil
        case .parkingFailed(let error):
            damped("park \(error.code)", at: now) {
                LogLine(
                    .error,
                    "record not parked",
                    fields(of: error) + [.text("next", "it is tried again; its partition does not commit past it")] + $0
                )
            }
        case .outcomeFailed, .outcomesRead, .outcomesUnread, .outcomesLoaded, .outcomesCutOff:
            outcomeLine(for: note, at: now)
        case .consumed, .skipped, .finished, .started, .answered, .lateResult, .statistics: nil
        case .assigned(let partitions):
            LogLine(.info, "partitions assigned", [.text("partitions", list(partitions.map(\.topicPartition)))])
        case .metadataIgnored(let partition, let reason):
            LogLine(
                .warning,
                "commit metadata ignored",
                [
                    .text("partition", partition.description), .text("cause", "\(reason)"),
                    .text("next", "records above the committed position may be sent again"),
                ]
            )
        case .revoking(let partitions):
            LogLine(.info, "partitions are being revoked", [.text("partitions", list(partitions))])
        case .revoked(let partitions, let abandoned):
            LogLine(
                .info,
                "partitions revoked",
                [.text("partitions", list(partitions)), .integer("abandoned", abandoned)]
            )
        case .lost(let partitions):
            LogLine(
                .warning,
                "partitions lost",
                [
                    .text("partitions", list(partitions)),
                    .text("next", "their open records are sent again by their next owner"),
                ]
            )
        case .committed(let outcome): line(for: outcome, at: now)
        case .heldBack(let partition, let offset, let ahead):
            LogLine(
                .warning,
                "partition held back by one record",
                [
                    .text("partition", partition.description), .integer("offset", offset), .integer("ahead", ahead),
                    .text("next", "nothing more of it is read until that record is finished; its retries go on"),
                ]
            )
        case .publishFailed(let error) where error.code.isOfFailedProducer: nil
        case .letterReduced(let partition, let offset, let size):
            LogLine(
                .warning,
                "dead letter reduced",
                [
                    .text("partition", partition.description), .integer("offset", offset), .integer("bytes", size),
                    .text("next", "the topic takes only its headers and the first KiB; let it take more to keep all"),
                ]
            )
        case .letterTooLarge(let partition, let offset):
            LogLine(
                .error,
                "dead letter too large",
                [
                    .text("partition", partition.description), .integer("offset", offset),
                    .text(
                        "next",
                        "its partition does not commit past it until max.message.bytes of the topic is raised"
                    ),
                ]
            )
        case .producerFailed(let error, let delay):
            LogLine(
                .error,
                "producer failed for good",
                fields(of: error) + [
                    .integer("newOneInMilliseconds", delay.nanoseconds / 1_000_000),
                    .text("next", "a new one publishes again what was not acknowledged; nothing is lost"),
                ]
            )
        case .publishFailed(let error):
            damped("publish \(error.code)", at: now) {
                LogLine(
                    .error,
                    "dead letter not published",
                    fields(of: error) + [.text("next", "it is tried again; its partition does not commit past it")] + $0
                )
            }
        case .positionLost(let loss): line(for: loss)
        case .lanePaused(let lane, let refusal):
            LogLine(
                .error,
                "app paused",
                place(lane, name) + [
                    .text("cause", refusal.pauseCause), .text("answer", refusal.summary.withShortenedIdentities),
                    .text(
                        "next",
                        "nothing of it is sent but a probe now and then; check \(refusal.suspects)"
                    ),
                ]
            )
        case .laneResumed(let lane): LogLine(.info, "app resumed", place(lane, name))
        case .breakerOpened(let lane, let unavailability):
            LogLine(
                .warning,
                "app store unavailable",
                place(lane, name) + [
                    .text("cause", unavailability.cause),
                    .text("answer", unavailability.reason.withShortenedIdentities),
                    .text("next", "one request at a time finds out when it answers again"),
                ]
            )
        case .breakerClosed(let lane): LogLine(.info, "app store available again", place(lane, name))
        case .laneHeld(let lane, let until):
            damped("held \(lane.index)", at: now) {
                LogLine(.warning, "rate limit reached", place(lane, name) + [.text("until", until.iso8601)] + $0)
            }
        case .keyFile(let finding): finding.logLine
        case .renewal(let finding): finding.logLine
        case .braked(let trip):
            LogLine(
                .error,
                "dead-letter brake tripped",
                [
                    .text("cause", trip.reason),
                    .text("next", "nothing more is taken or sent; look at the dead letters, then start again"),
                ]
            )
        case .stopping:
            LogLine(.info, "stopping", [.text("next", "what is in flight finishes, then positions are committed")])
        case .drainCutOff(let requests, let unpublished):
            LogLine(
                .warning,
                "stopping without every answer",
                [
                    .integer("requests", requests), .integer("unpublished", unpublished),
                    .text("next", "these records are not committed; their next owner sends them again"),
                ]
            )
        case .missing(let condition, let error, let topic):
            LogLine(
                .error,
                condition.missing,
                (topic.map { [.text("topic", $0)] } ?? []) + fields(of: error)
                    + [
                        .text(
                            "next",
                            (error.remedy.map { "\($0); " } ?? "")
                                + "the worker keeps trying and is not ready; nothing is lost"
                        )
                    ]
            )
        case .restored(let condition): LogLine(.info, condition.restored)
        case .stalled(let stalls):
            LogLine(
                .error,
                "work stands still",
                [
                    .text("what", stalls.map(\.reason).sorted().joined(separator: "; ")),
                    .text("next", "/healthz fails so that the process is restarted; the lines below are its state"),
                ]
            )
        case .stallOver: LogLine(.info, "work goes on")
        case .kafka(let error):
            damped("kafka \(error.code) \(error.topicPartition?.description ?? "")", at: now) {
                LogLine(error.isFatal ? .error : .warning, "kafka reports a failure", fields(of: error) + $0)
            }
        case .clientLog(let line): self.line(for: line, at: now)
        }
    }

    private mutating func line(for outcome: CommitOutcome, at now: Moment) -> LogLine? {
        guard let error = outcome.error else { return nil }
        return damped("commit \(error.code)", at: now) {
            let level: LogLine.Level = error.code.isExpectedInRebalance ? .info : .warning
            return LogLine(
                level,
                "commit refused",
                fields(of: error) + [
                    .text("partition", outcome.topicPartition.description), .integer("offset", outcome.nextOffset),
                ] + $0
            )
        }
    }

    private func line(for loss: PositionLoss) -> LogLine {
        var fields: [LogLine.Field] = [
            .text("partition", loss.topicPartition.description), .text("reason", loss.reason),
            .integer("position", loss.position),
        ]
        if let available = loss.available {
            fields += [.integer("logStart", available.lowerBound), .integer("logEnd", available.upperBound)]
        }
        return LogLine(
            .error,
            "committed position is not in the log",
            fields + [
                .text(
                    "next",
                    "kafka.onPositionLost decides: stop, and a person resets the group's position; or earliest"
                )
            ]
        )
    }

    private mutating func line(for line: KafkaLogLine, at now: Moment) -> LogLine? {
        let level: LogLine.Level = line.level <= 3 ? .warning : line.level <= 6 ? .info : .debug
        return damped("librdkafka \(line.facility)", at: now) {
            LogLine(level, "librdkafka says", [.text("facility", line.facility), .text("text", line.text)] + $0)
        }
    }

    mutating func damped(_ kind: String, at now: Moment, _ line: ([LogLine.Field]) -> LogLine) -> LogLine? {
        guard let suppressed = damper.pass(kind, at: now.instant) else { return nil }
        return line(suppressed > 0 ? [.integer("alike", suppressed)] : [])
    }
}

private func place(_ lane: LaneID, _ name: (LaneID) -> String) -> [LogLine.Field] {
    [
        .text("app", name(lane)), .text("environment", lane.environment.rawValue),
        .text("endpoint", lane.endpoint.rawValue),
    ]
}

private func list(_ partitions: [TopicPartition]) -> String {
    partitions.isEmpty ? "none" : partitions.map(\.description).sorted().joined(separator: ",")
}

func fields(of error: KafkaError) -> [LogLine.Field] {
    let place = error.topicPartition.map { [LogLine.Field.text("partition", $0.description)] } ?? []
    return [.text("code", error.code.description), .text("reason", error.reason)] + place
}

extension DeadLetterBrake.Trip {
    /// Why, for a person.
    package var reason: String {
        switch self {
        case .consecutive(let count): "\(count) dead letters in a row"
        case .share(let refused, let over): "\(refused) of the last \(over) events were dead letters"
        }
    }
}
