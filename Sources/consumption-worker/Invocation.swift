import Configuration

/// What the words on the command line ask for.
enum Invocation {
    case command(any Command)
    /// A text for standard output, and nothing else to do.
    case text(String)

    /// In the order of the help.
    static let commands: [any Command.Type] = [
        RunCommand.self, DemoCommand.self, ValidateCommand.self, CheckConfigCommand.self, SchemaCommand.self,
    ]

    /// Takes the words after the name of the program.
    init(_ words: [String]) throws(UsageError) {
        guard let first = words.first else { throw UsageError("a command is missing") }
        let rest = words.dropFirst()
        switch first {
        case "--help", "-h": self = .text(Self.help)
        case "--version": self = .text("\(Product.name) \(Product.version)")
        default:
            let command = try Self.command(first)
            let asksForHelp = rest.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
            guard !asksForHelp else {
                self = .text(command.help.text(for: command.name))
                return
            }
            self = .command(try Self.make(command, rest))
        }
    }

    private static func make(
        _ command: any Command.Type,
        _ words: some Sequence<String>
    ) throws(UsageError) -> any Command {
        do {
            return try command.init(Arguments(words, options: command.help.options))
        } catch {
            var error = error
            error.command = command.name
            throw error
        }
    }

    private static func command(_ name: String) throws(UsageError) -> any Command.Type {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let known = commands.map { $0.name } + ["--help", "--version"]
        throw UsageError("unknown command \"\(name)\"", suggestion: Spelling.suggestion(for: name, among: known))
    }

    private static var help: String {
        """
        Usage: consumption-worker COMMAND [OPTIONS]

        Reads consumption events from Kafka and sends them to Apple's App Store Server API.

        Commands:
        \(CommandHelp.table(commands.map { ($0.name, $0.help.summary) }))

        Options:
        \(CommandHelp.table([("--version", "Show the version"), ("--help", "Show this text, or a command's own help")]))

        Example:
          consumption-worker validate --help
        """
    }
}
