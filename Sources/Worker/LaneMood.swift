package import Flow

/// What keeps a lane from sending, for telling when that changes.
package struct LaneMood: Hashable, Sendable {
    /// The app is refused.
    package var isPaused: Bool
    /// The server does not answer, or is only just answering again.
    package var isBroken: Bool
    /// The server asked for patience until then.
    package var heldUntil: Instant?
}
