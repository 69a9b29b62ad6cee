package import AppStoreServer

extension SubmissionResult {
    /// What Apple said, where it said anything but yes.
    package var refusal: AppStoreRefusal? {
        switch self {
        case .accepted: nil
        case .rejected(let refusal), .unauthorized(let refusal), .throttled(let refusal, _): refusal
        case .unavailable(.answered(let refusal, _)): refusal
        case .unavailable(.unanswered): nil
        }
    }

    /// The HTTP status; `nil` when there was no answer.
    package var status: Int? {
        if case .accepted(let status) = self { status } else { refusal?.status }
    }

    /// Why the event is tried again, in few fixed words; `nil` when it is not.
    var retryCause: String? {
        switch self {
        case .accepted, .rejected: nil
        case .unauthorized: "unauthorized"
        case .throttled: "throttled"
        case .unavailable(let unavailability): unavailability.cause
        }
    }
}

extension Unavailability {
    /// Whether it is an answer, and not the lack of one.
    var isAnswer: Bool {
        if case .answered = self { true } else { false }
    }

    /// The wait that the server asks for.
    package var retryAfter: Duration? {
        if case .answered(_, let retryAfter) = self { retryAfter } else { nil }
    }

    /// What happened, in few fixed words.
    var cause: String {
        switch self {
        case .answered(let refusal, _): String(refusal.status)
        case .unanswered(let failure): failure.category.rawValue
        }
    }

    /// What happened, for a person.
    var reason: String {
        switch self {
        case .answered(let refusal, _): refusal.summary
        case .unanswered(let failure): failure.reason
        }
    }
}

extension AppStoreRefusal {
    /// Why a lane is paused: Apple's name for it where there is one, else the status.
    var pauseCause: String {
        errorCode == nil ? "HTTP \(status)" : name
    }

    /// What in the configuration may have brought it about, when it is about the app.
    package var suspects: String {
        concernsAppWhenCommon ? "bundle id, environment and base URL" : "key, issuer id, key id and bundle id"
    }

    /// Status, code and message in one line.
    package var summary: String {
        let code = errorCode.map { " \(name) (\($0))" } ?? ""
        let words = (errorMessage ?? bodyHead).map { ": \($0)" } ?? ""
        return "HTTP \(status)\(code)\(words)"
    }
}
