/// One verb of the command line: knows its words, its help, and how to do it.
protocol Command: Sendable {
    static var name: String { get }
    static var help: CommandHelp { get }

    /// - Throws: when the words are not right; nothing has been done yet then.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does it, from start to end; runs on the main thread and may block it.
    @MainActor func run() async throws -> ExitCode
}
