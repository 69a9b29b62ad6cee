package import AppStoreServer
package import Flow

/// What has been tried for one submission so far, for its dead letter and for the decision when to give it up.
package struct AttemptHistory: Sendable {
    /// Requests that were started.
    package var attempts = 0
    package var firstAttemptAt: UnixTime?
    package var lastAttemptAt: UnixTime?
    /// When the last request was started.
    var startedAt: Instant?
    /// How many were started together with it, itself included.
    var batchCount = 0
    /// Unavailable answers about this event while its neighbours were served: only they count against it.
    package var strikes = 0
    /// Refusals that may be about the app and not about this event.
    var doubtfulRefusals = 0
    /// How many answers its lane had seen when the last attempt failed; before that, when the first one started.
    package var answersSeen = 0
    /// Apple's last answer that was not an acceptance.
    package var lastRefusal: AppStoreRefusal?
    /// The status with which Apple accepted it.
    var acceptedStatus: Int?

    package init() {}

    /// The HTTP status of Apple's last answer; `nil` when there was none.
    var lastStatus: Int? { acceptedStatus ?? lastRefusal?.status }

    mutating func begin(at now: Moment, batchCount: Int, answersSeen: Int) {
        attempts += 1
        firstAttemptAt = firstAttemptAt ?? now.date
        lastAttemptAt = now.date
        startedAt = now.instant
        self.batchCount = batchCount
        if attempts == 1 { self.answersSeen = answersSeen }
    }
}
