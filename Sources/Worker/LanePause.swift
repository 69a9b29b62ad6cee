package import AppStoreServer
package import Flow

/// A lane whose app is refused: nothing of it is sent but one probe now and then, which finds out when it is over.
package struct LanePause: Sendable {
    package var cause: AppStoreRefusal
    package var since: Moment
    /// Probes that were refused; with none the fresh token has not been tried yet and the pause may still be a false alarm.
    package var refusedProbes = 0
    package var nextProbe: Instant
    package var probe: Ticket?
    /// The probe that is out carries a token of a key that has been replaced since: that it is refused says nothing.
    package var isProbeOutdated = false

    package var isConfirmed: Bool { refusedProbes > 0 }

    /// What was refused with the old key is tried with the new one at once.
    mutating func keyReplaced(at now: Instant) {
        nextProbe = now
        isProbeOutdated = probe != nil
    }
}
