import Configuration
import ConsumptionRules
import Flow
import Kafka

/// Gives each event of files, standard input or a topic the verdict that the worker would give it.
struct ValidateCommand: Command {
    static let name = "validate"
    static let help = CommandHelp(
        summary: "Check events against the rules",
        operands: "[FILE…]",
        about: """
            Reads events, one JSON object a line, from files or standard input (`-`, or no file at all), and writes
            one verdict a line: `FILE:LINE: valid`, or `FILE:LINE: CODE,CODE: what is wrong`. How many there were of
            each kind goes to standard error. Without --config any bundleId passes.
            With --topic it reads a topic up to where it ends now and calls each place TOPIC:PARTITION:OFFSET. It
            joins no group, commits nothing and changes nothing. From `latest` it reads what is written from now on,
            up to --limit, or until SIGINT or SIGTERM.
            """,
        options: [.apps] + TopicOrder.options + [json, summary],
        exitCodes: [
            (.done, "Every event is valid"),
            (.answerIsNo, "At least one event is invalid"),
            (.unreadableInput, "At least one file can't be read"),
            (.unavailable, "The broker is not reachable, or the topic is not there"),
            (.refused, "Refused by the broker"),
            (.wrongConfiguration, "Faults in the configuration"),
        ],
        example:
            "consumption-worker validate --config config/worker.yaml --topic consumption-events --from 2h --summary"
    )

    private static let json = Option(
        name: "--json",
        value: nil,
        isRequired: false,
        about: "One JSON object for each event, or for the counts"
    )
    private static let summary = Option(
        name: "--summary",
        value: nil,
        isRequired: false,
        about: "Only how many are valid, and invalid for which reason"
    )

    private let files: [String]
    private let order: TopicOrder?
    private let configuration: String?
    private let isJSON: Bool
    private let isSummary: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        order = try TopicOrder(arguments, now: UnixTime(milliseconds: UNIXMilliseconds.now.value))
        configuration = order == nil ? arguments[.apps] : try arguments.require(.apps)
        if order != nil { try arguments.refuseOperands() }
        files = arguments.operands.isEmpty ? ["-"] : arguments.operands
        isJSON = arguments.has(Self.json)
        isSummary = arguments.has(Self.summary)
    }

    func run() async throws -> ExitCode {
        let loaded = try configuration.map { file throws(ConfigurationFaults) in
            try WorkerConfiguration.load(path: file)
        }
        let bundleIDs = loaded.map { Set($0.configuration.appStore.apps.map(\.bundleID)) }
        var validation = Validation(bundleIDs: bundleIDs, form: isSummary ? .nothing : isJSON ? .json : .text)
        if let order, let loaded {
            do {
                var topic = TopicValidation(order, try order.reader(loaded))
                try await topic.run(&validation)
            } catch let failure as LetterFailure {
                try StandardStream.output.write(validation.takeReport())
                try showCounts(validation.tally)
                StandardStream.complain("\(failure)")
                return failure.exitCode
            }
        } else {
            for file in files { try validate(file, &validation) }
        }
        try showCounts(validation.tally)
        return validation.tally.exitCode
    }
}

extension ValidateCommand {
    /// Verdicts are written whenever the input makes us wait, so that a pipe shows each as soon as it can be given.
    private func validate(_ name: String, _ validation: inout Validation) throws {
        var (lines, number) = (LineSplitter(), 0)
        do {
            var file = try InputFile(name)
            while let piece = try file.next() {
                let now = UNIXMilliseconds.now
                for line in lines.take(piece) {
                    number += 1
                    validation.judge(line, from: .line(number, of: name), at: now)
                }
                try StandardStream.output.write(validation.takeReport())
            }
            if let line = lines.takeRest() { validation.judge(line, from: .line(number + 1, of: name), at: .now) }
            try StandardStream.output.write(validation.takeReport())
        } catch let error as InputError {
            StandardStream.complain("\(name): \(error)")
            validation.tally.missFile()
        }
    }

    /// The counts are the answer where only they were asked for, else they go beside it.
    private func showCounts(_ tally: VerdictTally) throws {
        guard isSummary else { return StandardStream.complain(tally.text) }
        try StandardStream.output.writeLine(isJSON ? tally.json : tally.text)
    }
}
