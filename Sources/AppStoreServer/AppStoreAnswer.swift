/// What became of one request.
package struct AppStoreAnswer: Sendable, Equatable {
    /// The ticket of the request.
    package var ticket: UInt64
    /// What the App Store said, or why it said nothing.
    package var result: SubmissionResult
    /// From when its turn came to the end, waiting for a connection included.
    package var duration: Duration
    /// How much of `duration` had passed when the request left; nil when it never did.
    package var sentAfter: Duration?

    /// Puts an answer together.
    package init(ticket: UInt64, result: SubmissionResult, duration: Duration, sentAfter: Duration? = nil) {
        self.ticket = ticket
        self.result = result
        self.duration = duration
        self.sentAfter = sentAfter
    }
}
