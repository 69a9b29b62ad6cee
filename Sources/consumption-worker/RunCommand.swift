import Configuration
import Glibc
import Worker

/// The worker itself: runs until it is told to stop.
struct RunCommand: Command {
    static let name = "run"
    static let help = CommandHelp(
        summary: "Run the worker",
        about: """
            Reads consumption events from Kafka, checks them, sends them to the App Store Server API, and writes
            those that can't be sent to the dead-letter topic. Stops in good order on SIGTERM or SIGINT; a second
            one stops it at once.
            """,
        options: [.config],
        exitCodes: [
            (.done, "Stopped as it was told"),
            (.unavailable, "The broker or the App Store is not reachable"),
            (.internalError, "The program or the system failed"),
            (.stoppedByBrake, "Stopped by the dead-letter brake"),
            (.refused, "Refused by the broker or the App Store"),
            (.wrongConfiguration, "Faults in the configuration"),
        ],
        example: "consumption-worker run --config config/worker.yaml"
    )

    private let file: String

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        file = try arguments.require(.config)
    }

    func run() async throws -> ExitCode {
        let loaded = try WorkerConfiguration.load(path: file)
        let log = LogWriter(loaded.configuration.log)
        let signals = StopSignals()
        while true {
            let reason = try await work(loaded, log, signals)
            log.flush()
            guard reason == .filesRenewed else { return ExitCode(reason) }
        }
    }

    /// One worker from its start to its end: the files that the configuration names are read anew.
    private func work(
        _ loaded: LoadedConfiguration,
        _ log: LogWriter,
        _ signals: StopSignals
    ) async throws -> ExitReason {
        let setup = try WorkerSetup(loaded)
        let service = try WorkerService(setup, log: log, clock: SystemClock())
        let guardian = EndGuard(limit: setup.configuration.shutdown.grace + .seconds(2), log: log) {
            _exit(ExitCode.internalError.rawValue)
        }
        defer { guardian.disarm() }
        signals.onRequest { guardian.arm() }
        return await service.run(stops: signals.requests, guardian)
    }
}
