import AppStoreServer
import Configuration
import ConsumptionRules
import Worker

/// Sends one event now, outside Kafka, and explains the answer: for support, and for the first test with real credentials.
struct SubmitCommand: Command {
    static let name = "submit"
    static let help = CommandHelp(
        summary: "Send one event now, outside Kafka, and explain the answer",
        operands: "FILE",
        about: """
            Reads one event (JSON) from a file or standard input (-), checks it as the worker would, sends it once, and
            says what the App Store answered, what that means, and what the worker would do with it. Neither Kafka nor
            the outcome topic is asked or told: what a worker has sent is sent again, here and there.

            An event of the environment Production needs --production, since the answer counts for a real customer's
            refund and can't be taken back. Tokens and account tokens are never shown.
            """,
        options: [.config, production, dryRun],
        exitCodes: [
            (.done, "Accepted; with --dry-run: could be sent"),
            (.answerIsNo, "Breaks a rule, comes too late, or is refused by the App Store"),
            (.unreadableInput, "The file can't be read"),
            (.unavailable, "The App Store is not reachable, or can't serve now"),
            (.refused, "The App Store does not take the credentials"),
            (.wrongConfiguration, "Faults in the configuration"),
        ],
        example: "consumption-worker submit --config config/worker.yaml --dry-run event.json"
    )

    private static let production = Option(
        name: "--production",
        value: nil,
        isRequired: false,
        about: "Send also an event of the environment Production"
    )
    private static let dryRun = Option(
        name: "--dry-run",
        value: nil,
        isRequired: false,
        about: "Show the request, and send nothing"
    )

    private let configuration: String
    private let file: String
    private let isForProduction: Bool
    private let isDryRun: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        configuration = try arguments.require(.config)
        guard arguments.operands.count == 1 else { throw UsageError("one FILE is needed, or - for standard input") }
        file = arguments.operands[0]
        isForProduction = arguments.has(Self.production)
        isDryRun = arguments.has(Self.dryRun)
    }

    func run() async throws -> ExitCode {
        let setup = try WorkerSetup(WorkerConfiguration.load(path: configuration))
        do {
            let event = try SingleEvent(
                InputFile.contents(of: file),
                apps: setup.credentials,
                deadline: setup.configuration.submission.deadline,
                at: .now
            )
            return try await isDryRun ? show(event, setup) : send(event, setup)
        } catch let error as EventNotSent {
            error.reasons.forEach { StandardStream.complain("\(file): \($0)") }
            return .answerIsNo
        } catch let error as UnreadableFile {
            StandardStream.complain("\(error)")
            return .unreadableInput
        }
    }

    private func show(_ event: SingleEvent, _ setup: WorkerSetup) throws -> ExitCode {
        try StandardStream.output.writeLine(RequestPreview(event, setup.appStore).text)
        return .done
    }

    private func send(_ event: SingleEvent, _ setup: WorkerSetup) async throws -> ExitCode {
        guard isForProduction || event.report.environment == .sandbox else { throw Self.needsProduction }
        let request = TitledRow("Request", RequestPreview(event, setup.appStore).line).text
        try StandardStream.output.writeLine("\(event.text)\n\(request)")
        guard let answer = try await AppStoreCall(setup).answers(to: [event.request]).first else {
            return .internalError
        }
        let explanation = AnswerExplanation(answer: answer)
        try StandardStream.output.writeLine(explanation.text)
        return explanation.exitCode
    }

    /// Not said before the event is read: only it tells.
    private static let needsProduction = {
        var error = UsageError("the event is of the environment Production: --production is needed to send it")
        error.command = name
        return error
    }()
}
