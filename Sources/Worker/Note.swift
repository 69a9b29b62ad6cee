package import AppStoreServer
package import ConsumptionRules
package import Flow
package import Kafka

/// What happened, for metrics and logs.
package enum Note: Sendable {
    case consumed(TopicPartition, count: Int)
    /// Records that an earlier owner of the partition had done.
    case skipped(TopicPartition, count: Int)
    case metadataIgnored(TopicPartition, CommitMetadata.Unreadable)
    case finished(FinishedEvent)
    /// Requests have been started together, where `batchSize` were allowed.
    case started(LaneID, count: Int, batchSize: Int)
    case answered(Attempt)
    /// An answer or a delivery report for a record of a partition that has gone.
    case lateResult
    case publishFailed(KafkaError)
    /// A dead letter is too large for its topic: it goes with the first KiB of its value.
    case letterReduced(TopicPartition, offset: Int64, size: Int)
    /// A dead letter is too large even so: its partition waits.
    case letterTooLarge(TopicPartition, offset: Int64)
    /// The producer can do nothing more; a new one takes its place after the delay.
    case producerFailed(KafkaError, delay: Duration)
    /// A record of a held-up app has gone to the deferred topic.
    case parked(LaneID)
    case parkingFailed(KafkaError)
    case outcomeFailed(KafkaError)
    /// A page of the outcomes of this partition has been read back.
    case outcomesRead(Int32, OutcomeReading.Page)
    case outcomesUnread(KafkaError)
    /// All outcomes of this partition have been read back.
    case outcomesLoaded(Int32, OutcomeProgress)
    /// The partition goes on without all of its outcomes: reading took too long.
    case outcomesCutOff(Int32, OutcomeProgress)
    case assigned([AssignedPartition])
    case revoking([TopicPartition])
    case revoked([TopicPartition], abandoned: Int)
    case lost([TopicPartition])
    case committed(CommitOutcome)
    /// A partition waits for the record at this offset, so many records behind the newest.
    case heldBack(TopicPartition, by: Int64, ahead: Int)
    case positionLost(PositionLoss)
    case lanePaused(LaneID, AppStoreRefusal)
    case laneResumed(LaneID)
    case breakerOpened(LaneID, Unavailability)
    case breakerClosed(LaneID)
    case laneHeld(LaneID, until: UnixTime)
    case keyFile(KeyFinding)
    case renewal(RenewalFinding)
    case braked(DeadLetterBrake.Trip)
    case stopping
    /// The worker ends although these are without an answer: they are done again by who comes next.
    case drainCutOff(requests: Int, unpublished: Int)
    /// Something that the worker cannot do without is gone.
    case missing(Condition, KafkaError, topic: String?)
    case restored(Condition)
    /// Work stands still without a reason.
    case stalled(Set<Stall>)
    case stallOver
    case kafka(KafkaError)
    case clientLog(KafkaLogLine)
    /// librdkafka's statistics, not read yet: that takes longer than the loop has time for.
    case statistics(String)
}

/// How one event ended.
package struct FinishedEvent: Sendable {
    package enum Outcome: String, Sendable {
        case accepted
        case deadLettered = "dead_lettered"
        case duplicate
    }

    package var outcome: Outcome
    /// `nil` unless dead-lettered.
    package var reason: DeadLetterReason?
    /// `nil` when it never got as far as a lane.
    package var lane: LaneID?
    package var topicPartition: TopicPartition
    package var offset: Int64
    /// `nil` when the event could not be read.
    package var notificationUUID: NotificationUUID?
    /// The record's own time, `nil` when it has none.
    package var recordTime: UnixTime?
    package var finishedAt: UnixTime
    /// What was left until the deadline; `nil` when it has none.
    package var timeLeft: Duration?
    package var attempts: Int
    /// The trace that its record belongs to; `nil` when the producer named none.
    package var traceID: String?
}
