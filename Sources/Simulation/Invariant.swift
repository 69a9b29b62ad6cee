/// What must hold in every run, whatever goes wrong in it.
package enum Invariant: String, CaseIterable, Sendable {
    /// I1: every event ends accepted, or repeats an accepted one, or is a dead letter that the broker has; where there is an
    /// outcome topic, it says so of each, and nothing that is not true.
    case everyEventEnds
    /// I2: the committed position never passes an open record and never goes back, and what its metadata calls done is done.
    case commitsOnlyWhatIsDone
    /// I3: no PUT starts after the event's deadline.
    case keepsDeadline
    /// I4: over any second the PUTs of the group's members for one app stay within its limit.
    case keepsLimit
    /// I5: a dead letter is the event's own fault, or its deadline has passed.
    case buriesOnlyForCause
    /// I6: a notification is accepted once, and once more at most for each fault that explains it (see `Ledger`).
    case sendsOnce
    /// I7: open records and requests in flight stay within their bounds.
    case staysSmall
    /// I8: when the faults stop, everything finishes in bounded time, and so do a revoke and a stop at any time.
    case finishes
}

/// A broken invariant: where, when and how.
package struct Violation: Sendable, Hashable, CustomStringConvertible {
    package let invariant: Invariant
    /// Counted from 1; the same in every run of the same seed.
    package let step: Int
    package let reason: String

    package var description: String { "step \(step): \(invariant.rawValue): \(reason)" }
}
