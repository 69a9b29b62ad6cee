package import Flow

/// What the App Store's answer means for one submission.
package enum Verdict: Sendable {
    /// Accepted; the record is finished.
    case done
    /// To be tried again, no earlier than then.
    case waits(until: Instant)
    /// It will never be accepted.
    case deadLetter(DeadLetterReason)
}
