package import Configuration
import Flow

extension PipelinePolicy {
    /// What a configuration says about taking on, sending and giving up.
    package init(_ configuration: WorkerConfiguration) {
        self.init()
        let submission = configuration.submission
        lane = LanePolicy(submission)
        maxInFlight = submission.maxInFlight
        maxPending = submission.maxPending
        productionLimit = submission.rateLimit.production
        sandboxLimit = submission.rateLimit.sandbox
        deadlineWindow = submission.deadline.window
        deadlineMargin = submission.deadline.margin
        revokeDrain = configuration.kafka.revokeDrain
        onPositionLost = configuration.kafka.onPositionLost == .stop ? .stop : .earliest
        grace = configuration.shutdown.grace
        stallAfter = configuration.http.stallAfter
        let settings = configuration.deadLetters.brake
        brake = DeadLetterBrake(consecutive: settings.consecutive, share: settings.share, over: settings.over)
        brakeHold = settings.hold
        deadLetterTopic = configuration.kafka.deadLetterTopic
        outcomeTopic = configuration.kafka.outcomeTopic
        deferredTopic = configuration.kafka.deferredTopic
        parkAfter = submission.parkAfter
        groupID = configuration.kafka.groupID
        workerName = "\(Product.name)/\(Product.version)"
    }
}

extension LanePolicy {
    fileprivate init(_ submission: WorkerConfiguration.Submission) {
        self.init()
        batchSize = submission.batchSize
        linger = submission.linger
        retry = RetrySchedule(initial: submission.retry.initial, maximum: submission.retry.maximum)
        attempts = submission.retry.attempts
    }
}
