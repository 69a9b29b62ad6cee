import Flow
import Kafka

/// Where the worker stands in its consumer group.
struct GroupState: Sendable {
    /// A revoke that is held: what is out may finish, then positions are committed, then the partitions are let go.
    struct Revocation: Sendable {
        var topicPartitions: Set<TopicPartition>
        /// Nothing is waited for from here on.
        var until: Instant
        var hasCommitted = false
    }

    /// Whether there ever was an assignment, be it an empty one.
    var hasJoined = false
    var revocation: Revocation?
    var isCommitOut = false
    /// Whether the broker takes metadata as long as ours.
    var takesMetadata = true
    /// Whether the broker has been seen to keep metadata: it has handed some of ours back.
    var returnsMetadata = false
    var lastCommitAt: Instant?
    /// Partitions of the topic in all, for this worker's share of the limits.
    var partitionCount = 0
}
