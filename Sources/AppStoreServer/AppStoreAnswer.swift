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

    /// Which HTTP it came over, such as `HTTP/2`; nil when that is not known.
    package var httpVersion: String?
    /// How far our clock is ahead of the server's, by the header `Date`, which has whole seconds.
    ///
    /// Nil without one, and for an acceptance, where nobody has to ask.
    package var clockLead: Duration?

    /// Puts an answer together.
    package init(
        ticket: UInt64,
        result: SubmissionResult,
        duration: Duration,
        sentAfter: Duration? = nil,
        httpVersion: String? = nil,
        clockLead: Duration? = nil
    ) {
        self.ticket = ticket
        self.result = result
        self.duration = duration
        self.sentAfter = sentAfter
        self.httpVersion = httpVersion
        self.clockLead = clockLead
    }
}
