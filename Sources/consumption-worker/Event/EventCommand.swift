import Configuration
import ConsumptionRules
import Flow

/// Makes an event of a notification and a producer's answers: an example for producers in any language to compare with.
struct EventCommand: Command {
    static let name = "event"
    static let help = CommandHelp(
        summary: "Make an event of a notification and your answers to it",
        operands: "[NOTIFICATION]",
        about: """
            Reads a CONSUMPTION_REQUEST notification (JSON) from a file or standard input, and your answers from another:
            a JSON object with the fields of Apple's ConsumptionRequest (ConsumptionRequestV1 where the transaction has
            advancedCommerceInfo), or with `used` and, unless it is the transaction's quantity, `bought` in place of
            consumptionPercentage. Writes the event as one line, which passes `validate`; or says, with their paths, what
            the App Store would refuse. The key of its record should be the transaction id.

            data.signedTransactionInfo may be decoded, or as the App Store sends it; so may the whole notification
            ({"signedPayload": …}). SIGNATURES ARE NOT VERIFIED: verify what comes from the network before you use it.
            """,
        options: [answers, .apps, at, withKey],
        exitCodes: [
            (.done, "Written"),
            (.answerIsNo, "No event can be made; why is on standard error"),
            (.unreadableInput, "A file can't be read"),
            (.wrongConfiguration, "Faults in the configuration"),
        ],
        example: "consumption-worker event --answers answers.json notification.json"
    )

    private static let answers = Option(
        name: "--answers",
        value: "FILE",
        isRequired: true,
        about: "Your answers; - is standard input"
    )
    private static let at = Option(
        name: "--at",
        value: "TIME",
        isRequired: false,
        about: "Judge as of then: 2026-11-30T12:00:00Z, or 2h for two hours ago; for old notifications"
    )
    private static let withKey = Option(
        name: "--with-key",
        value: nil,
        isRequired: false,
        about: "Put the key and a tab before the event, as console producers take them"
    )

    private let files: (notification: String, answers: String)
    private let configuration: String?
    private let time: UNIXMilliseconds
    private let showsKey: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        let operands = arguments.operands
        guard operands.count <= 1 else { throw UsageError("one notification at a time, not \(operands.count)") }
        files = (operands.first ?? "-", try arguments.require(Self.answers))
        guard files != ("-", "-") else {
            throw UsageError("the notification and the answers can't both come from standard input")
        }
        configuration = arguments[.apps]
        let now = UNIXMilliseconds.now
        time = try arguments.time(Self.at, now: UnixTime(milliseconds: now.value)).map { .init($0.milliseconds) } ?? now
        showsKey = arguments.has(Self.withKey)
    }

    func run() throws -> ExitCode {
        let bundleIDs = try configuration.map { try WorkerConfiguration.bundleIDs(path: $0) }
        do {
            let notification = try ConsumptionNotification(decoding: InputFile.contents(of: files.notification))
            let answers = try ConsumptionAnswers(decoding: InputFile.contents(of: files.answers))
            if notification.isReadFromSignedPart {
                StandardStream.complain("\(files.notification): the signature was not verified")
            }
            let event = try notification.event(with: answers, at: time) { bundleIDs?.contains($0) ?? true }
            let key = showsKey ? notification.transactionID.map { "\($0)\t" } : nil
            try StandardStream.output.writeLine((key ?? "") + String(decoding: event, as: UTF8.self))
            return .done
        } catch let error as ProducerFaults {
            error.faults.forEach { StandardStream.complain("\(file(of: $0.source)): \($0.text)") }
            return .answerIsNo
        } catch let error as UnreadableFile {
            StandardStream.complain("\(error)")
            return .unreadableInput
        }
    }

    private func file(of source: ProducerFault.Source) -> String {
        switch source {
        case .notification: files.notification
        case .answers: files.answers
        }
    }
}
