import Configuration
import ConsumptionRules
import Flow

/// Puts dead letters back on the event topic.
struct DeadLettersReplayCommand: Command {
    static let name = "dead-letters replay"
    static let help = CommandHelp(
        summary: "Put dead letters back on the event topic",
        about: """
            Looks at every dead letter that no earlier replay has settled, and puts those that the filters mean back on
            the event topic, without the worker's headers except dlq.replays, which goes up by one. Each is confirmed
            before it is committed as settled in the group GROUPID-dead-letters-replay; run it again after it was cut
            off. What the filters do not mean stays for a replay with others: what is settled beyond it is kept as commit
            metadata. Where the broker keeps none, or has no room for more, the oldest of those count as settled, and the
            summary says how many; --again begins anew at the oldest, with what was replayed before.
            Kafka forgets the positions of a group that nobody has used for a week (offsets.retention.minutes): then
            everything is looked at again, so narrow it with --since. Run one at a time: two would both replay what
            neither has settled yet.
            """,
        options: [.config] + LetterFilter.options + [dryRun, limit, rate, edit, maximumReplays, again],
        exitCodes: [
            (.done, "Everything meant was replayed"),
            (.answerIsNo, "Stopped by a signal before the end"),
            (.unreadableInput, "The patch can't be read"),
            (.unavailable, "The broker is not reachable, or the topic is not there"),
            (.refused, "Refused by the broker"),
            (.wrongConfiguration, "Faults in the configuration"),
        ],
        example: "consumption-worker dead-letters replay --config config/worker.yaml --stage submission --dry-run"
    )

    private static let dryRun = Option(
        name: "--dry-run",
        value: nil,
        isRequired: false,
        about: "Only say what would be done"
    )
    private static let limit = Option(name: "--limit", value: "N", isRequired: false, about: "At most so many records")
    private static let rate = Option(
        name: "--rate",
        value: "N",
        isRequired: false,
        about: "At most so many records a second"
    )
    private static let edit = Option(
        name: "--edit",
        value: "FILE",
        isRequired: false,
        about: "Apply this JSON merge patch (RFC 7396) to each value"
    )
    private static let maximumReplays = Option(
        name: "--max-replays",
        value: "N",
        isRequired: false,
        about: "Leave those that have been replayed so often (default 3)"
    )
    private static let again = Option(
        name: "--again",
        value: nil,
        isRequired: false,
        about: "Look also at those that an earlier replay has settled, replayed ones included"
    )

    private let file: String
    private let filter: LetterFilter
    private let limits: ReplayLimits
    private let patch: String?
    private let maximumReplays: Int
    private let isDryRun: Bool
    private let startsOver: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        file = try arguments.require(.config)
        filter = try LetterFilter(arguments, now: UnixTime(milliseconds: UNIXMilliseconds.now.value))
        limits = ReplayLimits(count: try arguments.count(Self.limit) ?? .max, rate: try arguments.count(Self.rate))
        maximumReplays = try arguments.count(Self.maximumReplays) ?? 3
        patch = arguments[Self.edit]
        isDryRun = arguments.has(Self.dryRun)
        startsOver = arguments.has(Self.again)
    }

    func run() async throws -> ExitCode {
        let stop = StopFlag()
        let signals = StopSignals { stop.putUp() }
        defer { withExtendedLifetime(signals) {} }
        do {
            var replay = try replay(patch: try patch.map(Self.readPatch), stop)
            defer { StandardStream.complain(replay.summary()) }
            try await replay.run(startsOver: startsOver)
            guard stop.isUp else { return .done }
            StandardStream.complain("stopped before the end; run it again to go on")
            return .answerIsNo
        } catch let failure as LetterFailure {
            StandardStream.complain("\(failure)")
            return failure.exitCode
        }
    }

    private func replay(patch: JSONTree?, _ stop: StopFlag) throws -> Replay {
        let topic = try DeadLetterTopic(configuration: file)
        let policy = ReplayPolicy(
            topic: topic.kafka.topic,
            filter: filter,
            patch: patch,
            maximumReplays: maximumReplays
        )
        return Replay(
            policy,
            limits,
            from: try topic.reader(),
            to: isDryRun ? nil : try topic.producer(),
            stop: stop
        )
    }

    private static func readPatch(_ name: String) throws(LetterFailure) -> JSONTree {
        do {
            var file = try InputFile(name)
            var bytes: [UInt8] = []
            while let piece = try file.next() { bytes += piece }
            let patch = try JSONTree(reading: bytes)
            guard case .object = patch else {
                throw LetterFailure("\(name): the patch is no JSON object", .unreadableInput)
            }
            return patch
        } catch let failure as LetterFailure {
            throw failure
        } catch let fault as JSONFault {
            throw LetterFailure("\(name): \(fault.path), byte \(fault.byteOffset): \(fault.problem)", .unreadableInput)
        } catch {
            throw LetterFailure("\(name): \(error)", .unreadableInput)
        }
    }
}
