import ConsumptionRules
import Flow

/// Shows what lies on the dead-letter topic.
struct DeadLettersListCommand: Command {
    static let name = "dead-letters list"
    static let help = CommandHelp(
        summary: "List the dead letters, or count them by reason",
        about: """
            Reads the dead-letter topic from its beginning to where it ends now, and shows each dead letter that the
            filters admit: its place, when it was filed, and why. Nothing is changed.
            """,
        options: [.config] + LetterFilter.options + [json, summary],
        exitCodes: deadLettersExitCodes,
        example: "consumption-worker dead-letters list --config config/worker.yaml --since 2h --summary"
    )

    private static let json = Option(
        name: "--json",
        value: nil,
        isRequired: false,
        about: "One JSON object a line, for programs"
    )
    private static let summary = Option(
        name: "--summary",
        value: nil,
        isRequired: false,
        about: "Only how many there are for each reason"
    )

    private enum Form { case table, json, summary }

    private let file: String
    private let filter: LetterFilter
    private let form: Form

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        file = try arguments.require(.config)
        filter = try LetterFilter(arguments, now: UnixTime(milliseconds: UNIXMilliseconds.now.value))
        switch (arguments.has(Self.json), arguments.has(Self.summary)) {
        case (true, true): throw UsageError("--json and --summary exclude each other")
        case (true, false): form = .json
        case (false, true): form = .summary
        case (false, false): form = .table
        }
    }

    func run() async throws -> ExitCode {
        var reader = try DeadLetterTopic(configuration: file).reader()
        do {
            try await list(&reader)
        } catch let failure as LetterFailure {
            StandardStream.complain("\(failure)")
            return failure.exitCode
        }
        await reader.close()
        return .done
    }

    private func list(_ reader: inout LetterReader) async throws {
        try await reader.start(startsOver: true)
        var counts = ReasonCounts()
        if form == .table { try StandardStream.output.writeLine(LetterText.head) }
        while let record = try await reader.next() {
            let letter = FiledLetter(record)
            guard filter.admits(letter) else { continue }
            switch form {
            case .table: try StandardStream.output.writeLine(LetterText.row(letter))
            case .json: try StandardStream.output.writeLine(LetterText.json(letter))
            case .summary: counts.add(letter)
            }
        }
        if form == .summary { try StandardStream.output.writeLine(counts.text) }
    }
}

/// How the commands that only read dead letters end.
let deadLettersExitCodes: [(ExitCode, String)] = [
    (.done, "Shown"),
    (.unavailable, "The broker is not reachable, or the topic is not there"),
    (.refused, "Refused by the broker"),
    (.wrongConfiguration, "Faults in the configuration"),
]
