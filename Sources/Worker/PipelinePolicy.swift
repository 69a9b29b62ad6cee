import ConsumptionRules
package import Flow

/// The settings that the pipeline follows.
package struct PipelinePolicy: Sendable {
    package var lane = LanePolicy()
    /// Requests that may be out at once, over all lanes; at least 1.
    package var maxInFlight = 64
    /// Records held in memory before their partitions are held back; at least 1.
    package var maxPending = 10_000
    /// Bytes of keys, values and headers held in memory before partitions are held back.
    package var maxPendingBytes = 64 << 20
    /// Records of one partition that may be taken beyond its oldest open one before it is held back; at least 1.
    package var maxAhead = 100_000
    /// Apple's limits in requests per second, for each app and endpoint, shared by the whole group.
    package var productionLimit = 50.0
    package var sandboxLimit = 5.0
    /// How long after `signedDate` Apple takes an answer, and how much earlier we stop.
    package var deadlineWindow = Duration.seconds(12 * 3600)
    package var deadlineMargin = Duration.seconds(300)
    /// How long a revoke waits for what is out; below the group's session time-out.
    package var revokeDrain = Duration.seconds(10)
    /// What to do when a committed position is not in the log.
    package var onPositionLost = OnPositionLost.stop
    /// How long a stop waits for what is out.
    package var grace = Duration.seconds(30)
    /// How long a partition with records may stand still without a reason.
    package var stallAfter = Duration.seconds(600)
    /// The brokers are asked so often whether they are there.
    package var checkInterval = Duration.seconds(10)
    package var brake = DeadLetterBrake(consecutive: 200, share: 0.5, over: 1000)
    /// How long a braked worker keeps its partitions before it ends.
    package var brakeHold = Duration.seconds(60)
    package var deadLetterTopic = "consumption-events-dead-letter"
    /// Where the outcome of each event goes, and is read back from at an assignment; `nil` for nowhere.
    package var outcomeTopic: String?
    /// How long a partition waits for its outcomes at most: millions are read in that time, and it is little of the 12 hours
    /// that Apple gives.
    package var outcomeLoadLimit = Duration.seconds(120)
    /// Where records of an app that is held up are parked; `nil` when they stay here.
    package var deferredTopic: String?
    /// Records of one held-up lane beyond which further ones are parked.
    package var parkAfter = 2000
    package var groupID = "consumption-worker"
    /// Written into every dead letter, `name/version`.
    package var workerName = "consumption-worker"
    /// Commits are this far apart at least.
    package var commitInterval = Duration.milliseconds(20)
    /// Positions are committed again after so long, although nothing has changed: brokers forget those that are old.
    package var recommitInterval = Duration.seconds(3600)
    package var longestTurn = Duration.milliseconds(100)
    package var recordsPerTurn = 1000
    /// How long records may wait for room before their partitions are paused: a pause throws away what was fetched, and only
    /// while partitions are paused or read is a rebalance heard of.
    package var pauseAfter = Duration.seconds(2)
    package var publishRetry = RetrySchedule(initial: .milliseconds(200), maximum: .seconds(30))
    /// Notifications whose acceptance is remembered, so that a repeat is not sent again: 24 bytes each.
    package var rememberedNotifications = 4_000_000

    package enum OnPositionLost: Sendable {
        /// End, so that a person decides.
        case stop
        /// Go on with the oldest record that is left.
        case earliest
    }

    package init() {}

    func limit(in environment: AppStoreEnvironment) -> RateLimit {
        RateLimit(perSecond: environment == .production ? productionLimit : sandboxLimit)
    }
}
