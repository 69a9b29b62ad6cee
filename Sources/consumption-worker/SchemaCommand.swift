/// Writes the JSON Schema of the event, for producers in any language.
struct SchemaCommand: Command {
    static let name = "schema"
    static let help = CommandHelp(
        summary: "Show the JSON Schema of an event",
        about: """
            Writes the JSON Schema (draft 2020-12) of a consumption event to standard output. It holds every rule
            that a schema can say; `consumption-worker validate` knows all of them.
            """,
        options: [],
        exitCodes: [(.done, "Written")],
        example: "consumption-worker schema > event.schema.json"
    )

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
    }

    func run() throws -> ExitCode {
        try StandardStream.output.writeLine(EventSchema.text)
        return .done
    }
}
