import AppStoreServer
import ConsumptionRules
import Flow

/// Why a record will not be sent.
package struct DeadLetterReason: Hashable, Sendable {
    /// Where on its way the record ended; the raw value is what the header says.
    package enum Stage: String, Sendable {
        case decode, rules, submission, deadline
    }

    package var stage: Stage
    /// The reason under which it is filed.
    package var code: String
    /// Every code, the first being `code`.
    package var codes: [String]
    /// One line for a person, at most 1 KiB.
    package var message: String

    init(_ stage: Stage, _ codes: [String], message: String) {
        self.stage = stage
        code = codes[0]
        self.codes = codes
        self.message = message.cut(toUTF8Bytes: Refusal.maximumMessageSize)
    }

    /// The event could not be read, or breaks a rule.
    init(_ refusal: Refusal) {
        let stage: Stage = refusal.stage == .decode ? .decode : .rules
        self.init(stage, refusal.codes.map(\.rawValue), message: refusal.message)
    }

    /// Apple refused the event for good.
    init(_ refusal: AppStoreRefusal) {
        self.init(.submission, [refusal.name], message: "Apple refused the report: \(refusal.summary)")
    }

    /// The rules let only digits through; what is no path of Apple's all the same must not reach the network.
    static let withoutPath = DeadLetterReason(
        .submission,
        ["InvalidTransactionIdError"],
        message: "its transactionId makes no path of Apple's API"
    )

    /// Apple's server failed over this event again and again while it served others.
    static func retriesExhausted(_ unavailability: Unavailability, strikes: Int) -> DeadLetterReason {
        let message =
            "given up after \(strikes) failures while other events were accepted; last: \(unavailability.reason)"
        return DeadLetterReason(.submission, ["RetriesExhaustedError"], message: message)
    }

    /// Apple takes answers for 12 hours.
    static func deadlineExceeded(by late: Duration) -> DeadLetterReason {
        let message = "its deadline passed \(late.nanoseconds / 1_000_000_000) s ago; Apple takes answers for 12 hours"
        return DeadLetterReason(.deadline, ["DeadlineExceededError"], message: message)
    }
}
