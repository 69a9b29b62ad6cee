/// What the App Store said about one attempt, sorted by what it concerns: this event, its app, or the moment.
package enum SubmissionResult: Sendable, Equatable {
    /// Taken for consideration (any 2xx); it is no decision about the refund.
    case accepted(status: Int)
    /// Final for this event: the same request can never succeed.
    case rejected(AppStoreRefusal)
    /// Not about the event but about its app: token, key, or bundle id. The refused token is not used again.
    case unauthorized(AppStoreRefusal)
    /// Apple's limit is passed; `retryAfter` is the wait that it asks for.
    ///
    /// The wait counts from the answer. It is not clamped, as only the caller knows the deadline; it is nil when the
    /// header is missing, unreadable or names a moment that is past.
    case throttled(AppStoreRefusal, retryAfter: Duration?)
    /// Nothing is wrong with the event; the same request may succeed later.
    case unavailable(Unavailability)
}

/// Why an attempt says nothing about the event.
package enum Unavailability: Sendable, Equatable {
    /// The server answered that it cannot serve now; `retryAfter` is the wait that it asks for, as for `throttled`.
    case answered(AppStoreRefusal, retryAfter: Duration?)
    /// No answer came.
    case unanswered(TransportFailure)
}
