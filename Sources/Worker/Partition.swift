import Flow

/// One assigned partition: what of it is open, and whether its records are wanted.
package struct Partition: Sendable {
    var tracker: OffsetTracker
    /// Submissions at the App Store and dead letters at the broker: what a revoke waits for.
    var outCount = 0
    var isRevoking = false
    var isPaused = false
    /// One open record has let the rest run too far ahead.
    var isFarAhead = false
    /// The broker's end of the log, for the lag; `nil` until it is known.
    var endOffset: Int64?
    /// When a record was taken or finished last.
    var movedAt: Instant

    init(committed: Int64?, doneBefore: OffsetRuns, at now: Instant) {
        tracker = OffsetTracker(committed: committed, doneBefore: doneBefore)
        movedAt = now
    }
}
