package import Flow

/// One assigned partition.
package struct PartitionStatus: Sendable, Equatable {
    /// Its number, after `deferred-` where it is one of the deferred topic.
    package var name: String
    /// Where a restart would resume; `nil` before anything is known.
    package var position: Int64?
    /// Where the log ends; `nil` until the broker has said so.
    package var end: Int64?
    /// Records behind the end that are not finished.
    package var lag: Int64?
    /// Records taken and not finished.
    package var open: Int
    package var oldestOffset: Int64?
    package var oldestSince: UnixTime?
    /// Why nothing more of it is read; `nil` while it is read.
    package var paused: String?
}
