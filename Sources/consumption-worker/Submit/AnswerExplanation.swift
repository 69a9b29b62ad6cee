import AppStoreServer
import ConsumptionRules
import Worker

/// The App Store's answer to one event for a person: what came, what it means, and what the worker would do with it.
struct AnswerExplanation {
    let answer: AppStoreAnswer

    /// One row for each.
    var text: String {
        rows.compactMap { name, value in value.map { TitledRow(name, $0).text } }.joined(separator: "\n")
    }

    private var rows: [(String, String?)] {
        [
            ("Answer", came), ("Apple says", words), ("Clock", clock), ("Retry-After", asked), ("Means", meaning),
            ("Apple's page", page), ("The worker", conduct),
        ]
    }

    /// For scripts.
    var exitCode: ExitCode {
        switch answer.result {
        case .accepted: .done
        case .rejected: .answerIsNo
        case .unauthorized: .refused
        case .throttled, .unavailable: .unavailable
        }
    }

    private var came: String {
        let version = answer.httpVersion.map { " (\($0))" } ?? ""
        let what = answer.result.status.map { "HTTP \($0)\(version)" } ?? "none"
        let sent = answer.sentAfter.map { ", \(milliseconds($0)) of them until the request left" } ?? ""
        return "\(what) after \(milliseconds(answer.duration))\(sent)"
    }

    private func milliseconds(_ duration: Duration) -> String { "\(Int((duration / .milliseconds(1)).rounded())) ms" }

    private var words: String? {
        if case .unavailable(.unanswered(let failure)) = answer.result { return "nothing: \(failure.reason)" }
        // The status stands above already.
        return answer.result.refusal.flatMap { $0.saysMore ? $0.summary : nil }
    }

    private var clock: String? { ClockDifference(answer).map { "this machine's \($0.text)" } }

    private var asked: String? {
        let wait: Duration? =
            switch answer.result {
            case .throttled(_, let wait): wait
            case .unavailable(let unavailability): unavailability.retryAfter
            default: nil
            }
        return wait.map { "in \(Int(($0 / .seconds(1)).rounded(.up))) s" }
    }

    private var page: String? {
        guard let refusal = answer.result.refusal else { return nil }
        if case .unauthorized = answer.result, refusal.errorCode == nil { return ApplePage.tokens }
        return ApplePage.url(for: refusal.name)
    }

    private var meaning: String {
        switch answer.result {
        case .accepted: "taken for consideration; that is no decision about the refund"
        case .rejected(let refusal) where refusal.concernsAppWhenCommon:
            """
            the App Store does not know the transaction for this app there; look at the transaction id, and at \
            \(refusal.suspects)
            """
        case .rejected: "this event will never be accepted as it is"
        case .unauthorized(let refusal): "the token is not believed; look at \(suspects(refusal))"
        case .throttled: "the app has used up its limit for now"
        case .unavailable(.answered): "the server can't serve now; nothing is said about the event"
        case .unavailable(.unanswered(let failure)): failure.explanation
        }
    }

    private func suspects(_ refusal: AppStoreRefusal) -> String {
        ClockDifference(answer)?.isTolerable == false ? "this machine's clock" : refusal.suspects
    }

    private var conduct: String {
        switch answer.result {
        case .accepted: "counts the event as accepted and moves on"
        case .rejected(let refusal) where refusal.concernsAppWhenCommon:
            """
            tries it once more while nothing of the app was accepted, then files it as a dead letter, \(refusal.name); \
            pauses the app when 18 of its last 20 events get this
            """
        case .rejected(let refusal): "files it as a dead letter, \(refusal.name), stage submission"
        case .unauthorized:
            """
            tries again with a new token, then pauses the app and probes it now and then; no event of it is \
            dead-lettered before its deadline
            """
        case .throttled: "holds the app for as long as is asked, then sends more slowly for a minute"
        case .unavailable(.answered):
            """
            tries again, later each time, until the deadline; gives up with RetriesExhaustedError when others are \
            accepted meanwhile
            """
        case .unavailable(.unanswered): "tries again, later each time, until the deadline"
        }
    }
}

extension AppStoreRefusal {
    /// Whether there is anything to read beside the status.
    fileprivate var saysMore: Bool { errorCode != nil || errorMessage != nil || bodyHead != nil }
}
