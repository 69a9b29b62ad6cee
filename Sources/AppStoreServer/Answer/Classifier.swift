extension SubmissionResult {
    /// Reads an answer: status first, Apple's code second, the shape of the body last.
    ///
    /// `now` is the time since 1970. A code that is not named here changes nothing: the status decides, the number is
    /// kept.
    package init(_ response: HTTPResponse, at now: Duration) {
        if (200...299).contains(response.status) {
            self = .accepted(status: response.status)
            return
        }
        let refusal = AppStoreRefusal(response)
        var retryAfter: Duration? {
            response.retryAfter.flatMap { RetryAfter.wait($0, date: response.date, now: now) }
        }
        switch (response.status, refusal.errorCode) {
        case (400, 4_000_002),  // InvalidAppIdentifierError
            (404, 4_040_003),  // AppNotFoundError
            (401, _),
            (403, _):
            self = .unauthorized(refusal)
        case (429, _):
            self = .throttled(refusal, retryAfter: retryAfter)
        case (404, 4_040_002),  // AccountNotFoundRetryableError
            (404, 4_040_004),  // AppNotFoundRetryableError
            (404, 4_040_006),  // OriginalTransactionIdNotFoundRetryableError
            (407, _),  // a proxy's answer, never Apple's
            (408, _),
            (425, _),
            (500...599, _):
            self = .unavailable(.answered(refusal, retryAfter: retryAfter))
        case (400, nil) where !response.isComplete, (404, nil) where !response.isComplete:
            // The lost part may have named a code that concerns the app or asks for another try. A dead letter is
            // for ever, another try costs little.
            self = .unavailable(.answered(refusal, retryAfter: retryAfter))
        default:
            self = .rejected(refusal)
        }
    }
}
