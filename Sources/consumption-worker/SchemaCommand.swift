import ConsumptionRules

/// Writes the JSON Schema of the event, for producers in any language, or that of its outcome, for whoever reads those.
struct SchemaCommand: Command {
    static let name = "schema"
    static let help = CommandHelp(
        summary: "Show the JSON Schema of an event or its outcome",
        about: """
            Writes the JSON Schema (draft 2020-12) of a consumption event to standard output. It holds every rule
            that a schema can say, and its $comment lists what only `consumption-worker validate` can tell. With
            --outcome it is the schema of a record of the outcome topic.
            """,
        options: [Self.outcome],
        exitCodes: [(.done, "Written")],
        example: "consumption-worker schema > event.schema.json"
    )

    private static let outcome = Option(
        name: "--outcome",
        value: nil,
        isRequired: false,
        about: "Of an outcome, in place of the event"
    )

    private let isOfOutcome: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        isOfOutcome = arguments.has(Self.outcome)
    }

    func run() throws -> ExitCode {
        try StandardStream.output.writeLine(isOfOutcome ? OutcomeSchema.text : ConsumptionSchema.text)
        return .done
    }
}
