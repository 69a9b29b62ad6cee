import Flow
import Kafka

/// One assigned partition: what of it is open, and whether its records are wanted.
package struct Partition: Sendable {
    var tracker: OffsetTracker
    /// Which of all partitions of the subscribed topics it is.
    let place: Int
    /// Submissions at the App Store and dead letters at the broker: what a revoke waits for.
    var outCount = 0
    var isRevoking = false
    var isPaused = false
    /// Records that are not to be taken yet; nothing more is read until they are gone.
    var early: [Early] = []
    /// One open record has let the rest run too far ahead.
    var isFarAhead = false
    /// The broker's end of the log, for the lag; `nil` until it is known.
    var endOffset: Int64?
    /// When a record was taken or finished last.
    var movedAt: Instant

    /// A parked record that came before its time, or any that came before the outcomes of its partition.
    struct Early: Sendable {
        let record: KafkaRecord
        let until: UnixTime

        func isDue(at date: UnixTime) -> Bool { until <= date }
    }

    init(committed: Int64?, doneBefore: OffsetRuns, place: Int, at now: Instant) {
        self.place = place
        tracker = OffsetTracker(committed: committed, doneBefore: doneBefore)
        movedAt = now
    }
}
