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
            """,
        options: [.config],
        exitCodes: [(.done, "No faults"), (.wrongConfiguration, "Faults, shown on standard error")],
        example: "consumption-worker check-config --config config/worker.yaml"
    )

    private let file: String

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        file = try arguments.require(.config)
    }

    func run() throws -> ExitCode {
        let setup = try WorkerSetup(WorkerConfiguration.load(path: file))
        setup.warnings.forEach { StandardStream.complain("warning: \($0)") }
        try StandardStream.output.writeLine("\(file): no faults; apps: \(setup.configuration.appStore.apps.count)")
        return .done
    }
}
