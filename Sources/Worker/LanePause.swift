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

    package var isConfirmed: Bool { refusedProbes > 0 }
}
