import Configuration

/// What the words on the command line ask for.
enum Invocation {
    case command(any Command)
    /// A text for standard output, and nothing else to do.
    case text(String)

    /// In the order of the help.
    static let commands: [any Command.Type] = [
        RunCommand.self, DemoCommand.self, ValidateCommand.self, EventCommand.self, SubmitCommand.self,
        CheckConfigCommand.self, SchemaCommand.self,
        DeadLettersListCommand.self, DeadLettersShowCommand.self, DeadLettersReplayCommand.self,
        TopicsCommand.self, StandInCommand.self,
    ]

    /// Takes the words after the name of the program.
    init(_ words: [String]) throws(UsageError) {
        guard let first = words.first else { throw UsageError("a command is missing") }
        switch first {
        case "--help", "-h": self = .text(Self.help)
        case "--version": self = .text("\(Product.name) \(Product.version) (\(Product.commit))")
        default:
            guard let (command, rest) = try Self.command(words[...]) else {
                self = .text(Self.help(of: first))
                return
            }
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

    /// The command that the words begin with, and the words behind it; nil when they ask for the help of a group.
    private static func command(
        _ words: ArraySlice<String>
    ) throws(UsageError) -> (any Command.Type, ArraySlice<String>)? {
        for command in commands {
            let name = command.name.split(separator: " ").map(String.init)
            if words.starts(with: name) { return (command, words.dropFirst(name.count)) }
        }
        // Some names have two words, such as `dead-letters list`.
        let group = words.prefix(1).joined()
        let isGroup = !members(of: group).isEmpty
        let second = words.dropFirst().first
        if isGroup, second == "--help" || second == "-h" { return nil }
        if isGroup, second == nil {
            var error = UsageError("\(group) needs one of \(members(of: group).map(\.verb).joined(separator: ", "))")
            error.command = group
            throw error
        }
        let name = words.prefix(isGroup ? 2 : 1).joined(separator: " ")
        let groups = commands.compactMap { $0.name.split(separator: " ").first.map(String.init) }
        let known = commands.map { $0.name } + groups + ["--help", "--version"]
        throw UsageError("unknown command \"\(name)\"", suggestion: Spelling.suggestion(for: name, among: known))
    }

    private static func members(of group: String) -> [(verb: String, command: any Command.Type)] {
        commands.filter { $0.name.hasPrefix(group + " ") }.map { (String($0.name.dropFirst(group.count + 1)), $0) }
    }

    private static func help(of group: String) -> String {
        let members = members(of: group)
        return """
            Usage: consumption-worker \(group) \(members.map(\.verb).joined(separator: "|"))

            Commands:
            \(CommandHelp.table(members.map { ($0.command.name, $0.command.help.summary) }))
            """
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
