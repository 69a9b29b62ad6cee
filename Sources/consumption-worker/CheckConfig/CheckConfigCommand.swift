import Configuration
import Worker

/// Shows every fault of a configuration at once, without starting anything.
struct CheckConfigCommand: Command {
    static let name = "check-config"
    static let help = CommandHelp(
        summary: "Look for faults in a configuration",
        about: """
            Shows every fault of a configuration at once, each with its line and what would be right.
            Nothing is started and nothing is sent. Secrets are never shown.

            With --connect it goes on to ask the brokers for themselves, the topics and the group, which it does not
            join, and the App Store, once for each app and environment: a request about a transaction that there is not,
            without the customer's consent, which changes nothing. Each answer is one line that says what is wrong of
            key, issuer, bundle id, clock and network. Rights to read and write show only when the worker runs.
            """,
        options: [.config, connect],
        exitCodes: [
            (.done, "No faults"), (.unavailable, "The broker or the App Store is not reachable"),
            (.refused, "The broker or the App Store does not take the credentials, or refuses a right"),
            (.wrongConfiguration, "Faults, or what it names is not there; shown on standard error"),
        ],
        example: "consumption-worker check-config --config config/worker.yaml"
    )

    private static let connect = Option(
        name: "--connect",
        value: nil,
        isRequired: false,
        about: "Ask broker and App Store, too; takes up to a minute where nobody answers"
    )

    private let file: String
    private let connects: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        file = try arguments.require(.config)
        connects = arguments.has(Self.connect)
    }

    func run() async throws -> ExitCode {
        let loaded = try WorkerConfiguration.load(path: file)
        let setup = try WorkerSetup(loaded)
        setup.warnings.forEach { StandardStream.complain("warning: \($0)") }
        try StandardStream.output.writeLine("\(file): no faults; apps: \(setup.configuration.appStore.apps.count)")
        return connects ? try await connect(loaded, setup) : .done
    }

    /// Both at once; what is good goes to standard output, the rest to standard error.
    private func connect(_ loaded: LoadedConfiguration, _ setup: WorkerSetup) async throws -> ExitCode {
        let (kafka, appStore) = (try KafkaConnection(loaded, setup), AppStoreConnection(setup: setup))
        async let ofAppStore = appStore.look()
        let findings = await kafka.look() + (try await ofAppStore)
        for finding in findings {
            if finding.state == .good {
                try StandardStream.output.writeLine("\(finding)")
            } else {
                StandardStream.complain("\(finding)")
            }
        }
        return ConnectionFinding.exitCode(findings)
    }
}
