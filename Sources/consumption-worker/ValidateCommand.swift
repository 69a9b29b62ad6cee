import Configuration
import ConsumptionRules

/// Gives each event of files or standard input the verdict that the worker would give it.
struct ValidateCommand: Command {
    static let name = "validate"
    static let help = CommandHelp(
        summary: "Check events against the rules",
        operands: "[FILE…]",
        about: """
            Reads events, one JSON object a line, from files or standard input (`-`, or no file at all), and writes
            one verdict a line: `FILE:LINE: valid`, or `FILE:LINE: CODE,CODE: what is wrong`.
            Without --config any bundleId passes.
            """,
        options: [apps],
        exitCodes: [
            (.done, "Every event is valid"),
            (.answerIsNo, "At least one event is invalid"),
            (.unreadableInput, "At least one file can't be read"),
            (.wrongConfiguration, "Faults in the configuration"),
        ],
        example: "consumption-worker validate events.jsonl"
    )

    private static let apps = Option(
        name: Option.config.name,
        value: Option.config.value,
        isRequired: false,
        about: "Only the apps of this configuration pass"
    )

    private let files: [String]
    private let configuration: String?

    init(_ arguments: Arguments) throws(UsageError) {
        files = arguments.operands.isEmpty ? ["-"] : arguments.operands
        configuration = arguments[Self.apps]
    }

    func run() throws -> ExitCode {
        var validation = Validation(bundleIDs: try configuration.map(Self.bundleIDs))
        for file in files { try validate(file, &validation) }
        StandardStream.complain(validation.summary)
        return validation.exitCode
    }

    /// Verdicts are written whenever the input makes us wait, so that a pipe shows each as soon as it can be given.
    private func validate(_ name: String, _ validation: inout Validation) throws {
        validation.begin(name)
        do {
            var file = try InputFile(name)
            while let piece = try file.next() {
                try StandardStream.output.write(validation.verdicts(on: piece, at: .now))
            }
            try StandardStream.output.write(validation.lastVerdict(at: .now))
        } catch let error as InputError {
            StandardStream.complain("\(name): \(error)")
            validation.missFile()
        }
    }

    private static func bundleIDs(of file: String) throws(ConfigurationFaults) -> Set<String> {
        Set(try WorkerConfiguration.load(path: file).configuration.appStore.apps.map(\.bundleID))
    }
}
