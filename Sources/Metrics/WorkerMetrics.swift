/// Every metric of the worker: the catalogue and the numbers in one.
///
/// A value of the worker's loop; whoever answers a scrape gets a copy.
package struct WorkerMetrics: Sendable {
    /// Counted as soon as a record is taken in.
    package var recordsConsumed = Family<PartitionLabel, Counter>(
        "consumption_records_consumed_total",
        help: "Records taken from the topic with the events."
    )
    /// Counted when a record comes again that an earlier owner of its partition had finished.
    package var recordsSkipped = Family<PartitionLabel, Counter>(
        "consumption_records_skipped_total",
        help: "Records that were not looked at again, since commit metadata said that they were finished."
    )
    /// Counted once for each event, at its end.
    package var events = Family<OutcomeLabel, Counter>(
        "consumption_events_total",
        help: "Events that are finished, by what became of them."
    )
    /// Counted when the broker has confirmed the dead letter.
    package var deadLetters = Family<DeadLetterLabels, Counter>(
        "consumption_dead_letters_total",
        help: "Dead letters that the broker has confirmed, by their first code and the stage that found it."
    )
    /// Counted for each dead letter that has to be published again.
    package var deadLetterPublishFailures = Family<NoLabels, Counter>(
        "consumption_dead_letter_publish_failures_total",
        help: "Attempts to publish a dead letter that the broker did not confirm."
    )
    /// Counted when a dead letter turns out to be too large for its topic.
    package var deadLettersReduced = Family<NoLabels, Counter>(
        "consumption_dead_letters_reduced_total",
        help: "Dead letters that were too large for their topic and go there with the first KiB of their value."
    )
    /// Of all that wait now.
    package var deadLettersTooLarge = Family<NoLabels, Gauge>(
        "consumption_dead_letters_too_large",
        help: "Dead letters that are too large for their topic even when reduced: their partitions wait."
    )
    /// Counted when the producer has failed for good.
    package var producersLost = Family<NoLabels, Counter>(
        "consumption_producers_lost_total",
        help: "Producers that failed for good and were replaced; what they had not written was published again."
    )
    /// 1 once it has tripped.
    package var brake = Family<NoLabels, Gauge>(
        "consumption_dead_letter_brake",
        help:
            "1 once the dead-letter brake has tripped: nothing more is taken or sent, and the process will end with 75."
    )
    /// Counted when the broker has confirmed the record on the deferred topic.
    package var recordsParked = Family<AppLabels, Counter>(
        "consumption_records_parked_total",
        help: "Records of an app that is held up, put on the deferred topic; one that is parked twice counts twice."
    )
    /// Counted for each record that has to be parked again.
    package var parkingFailures = Family<NoLabels, Counter>(
        "consumption_parking_failures_total",
        help: "Attempts to park a record that the broker did not confirm."
    )
    /// Counted for each outcome that has to be published again.
    package var outcomePublishFailures = Family<NoLabels, Counter>(
        "consumption_outcome_publish_failures_total",
        help: "Attempts to publish an outcome that the broker did not confirm."
    )
    /// Counted as pages of the outcome topic come in.
    package var outcomesRead = Family<NoLabels, Counter>(
        "consumption_outcomes_read_total",
        help: "Acceptances that were read back from the outcome topic at an assignment."
    )
    /// Counted for each partition that goes on without all of its outcomes.
    package var outcomeLoadsCutOff = Family<NoLabels, Counter>(
        "consumption_outcome_loads_cut_off_total",
        help: "Partitions that went on before all of their outcomes were read: what is not read may be sent again."
    )
    /// Of this process, whether accepted here or read back.
    package var rememberedNotifications = Family<NoLabels, Gauge>(
        "consumption_remembered_notifications",
        help: "Notifications that are known to be accepted: a repeat of one is not sent."
    )
    /// Counted for each attempt, when its answer is there.
    package var submissions = Family<SubmissionLabels, Counter>(
        "consumption_submissions_total",
        help: "Requests to the App Store by the HTTP status of the answer; error is no answer at all."
    )
    /// Observed for each attempt, with or without an answer.
    package var submissionDuration = Family<EnvironmentLabel, Histogram>(
        "consumption_submission_duration_seconds",
        bounds: durationBounds,
        help: "Time from the start of a request to the App Store to its end."
    )
    /// Counted for each attempt that is to be repeated.
    package var retries = Family<CauseLabels, Counter>(
        "consumption_retries_total",
        help: "Attempts that failed and will be repeated, by the cause."
    )
    /// Observed at an event's end, whatever became of it.
    package var eventLatency = Family<NoLabels, Histogram>(
        "consumption_event_latency_seconds",
        bounds: latencyBounds,
        help: "Time from the timestamp of a record to the end of its event."
    )
    /// Observed when the App Store has accepted an event.
    package var timeLeft = Family<NoLabels, Histogram>(
        "consumption_time_left_seconds",
        bounds: timeLeftBounds,
        help: "Time that was left until the deadline when the App Store accepted an event."
    )
    /// Counted when the broker has confirmed the dead letter of an event that was too late.
    package var eventsExpired = Family<AppLabels, Counter>(
        "consumption_events_expired_total",
        help: "Events whose deadline passed before the App Store had accepted them."
    )
    /// Observed when requests of one app start together.
    package var batchSize = Family<NoLabels, Histogram>(
        "consumption_batch_size",
        bounds: batchSizeBounds,
        help: "Requests that were started together."
    )
    /// Observed together with `batchSize`.
    package var batchFill = Family<NoLabels, Histogram>(
        "consumption_batch_fill_ratio",
        bounds: ratioBounds,
        help: "Requests that were started together, as a share of the largest batch allowed."
    )
    /// Counted when a result belongs to a partition that was revoked meanwhile.
    package var lateResults = Family<NoLabels, Counter>(
        "consumption_late_results_total",
        help: "Results that came after their partition was revoked and changed nothing."
    )
    /// Counted when the broker has answered a commit.
    package var commits = Family<CommitLabel, Counter>(
        "consumption_commits_total",
        help: "Commits of offsets by their result."
    )
    /// Counted when a committed position turns out not to be in the log.
    package var positionsLost = Family<PartitionLabel, Counter>(
        "consumption_positions_lost_total",
        help: "Committed positions that were not in the log: older than its start, or past its end."
    )
    /// 1 while it is missing.
    package var kafkaFaults = Family<ConditionLabel, Gauge>(
        "consumption_kafka_fault",
        help: "1 while the worker misses something of Kafka: brokers, topics, outcomes or access."
    )
    /// The number of things that stand still.
    package var stalls = Family<NoLabels, Gauge>(
        "consumption_stalls",
        help: "Partitions, and the join of the group, that stand still without a reason; /healthz fails at 1."
    )
    /// Requests that are with the App Store.
    package var inFlight = Family<NoLabels, Gauge>(
        "consumption_in_flight",
        help: "Requests to the App Store that wait for their answer."
    )
    /// Events of a lane that are neither in flight nor finished.
    package var pending = Family<AppLabels, Gauge>(
        "consumption_pending",
        help: "Events that wait to be submitted."
    )
    /// Of all events that are not finished, in flight or not.
    package var eventsNearDeadline = Family<AppLabels, Gauge>(
        "consumption_events_near_deadline",
        help: "Events that are not finished and have less than an hour left until their deadline."
    )
    /// Age of the oldest record that is not finished.
    package var oldestPending = Family<PartitionLabel, Gauge>(
        "consumption_oldest_pending_seconds",
        unit: .seconds,
        help: "Age of the oldest record that is not finished; 0 when there is none."
    )
    /// Left out for a partition without an open record.
    package var oldestPendingOffset = Family<PartitionLabel, Gauge>(
        "consumption_oldest_pending_offset",
        help: "Offset of the oldest record that is not finished: the committed position waits for it."
    )
    /// Of the partitions owned now.
    package var recordsAhead = Family<PartitionLabel, Gauge>(
        "consumption_records_ahead",
        help: "Records taken from the oldest one that is not finished on; at 100,000 the partition is held back."
    )
    /// Of the partitions owned now; those revoked are to be removed.
    package var consumerLag = Family<PartitionLabel, Gauge>(
        "consumption_consumer_lag",
        help: "Records of the partition that are not finished or not yet taken."
    )
    /// The size of the assignment.
    package var assignedPartitions = Family<NoLabels, Gauge>(
        "consumption_assigned_partitions",
        help: "Partitions that this worker owns."
    )
    /// 1 while an app is paused; to be removed when it goes on.
    package var appPaused = Family<CauseLabels, Gauge>(
        "consumption_app_paused",
        help: "1 while nothing is submitted for the app, by the cause."
    )
    /// What this worker may use of an app's rate limit.
    package var rateLimit = Family<AppLabels, Gauge>(
        "consumption_rate_limit_per_second",
        unit: .perSecond,
        help: "Requests that this worker may start in a second: its share of the limit of the app."
    )
    /// Always 1.
    package var buildInfo = Family<BuildLabels, Gauge>(
        "consumption_build_info",
        help: "1; the labels say which build runs."
    )
    /// Set by `record`.
    package private(set) var processStartTime = Family<NoLabels, Gauge>(
        "process_start_time_seconds",
        unit: .seconds,
        help: "When the process started, in UNIX time."
    )
    /// Set by `record`.
    package private(set) var processCPU = Family<NoLabels, Counter>(
        "process_cpu_seconds_total",
        unit: .seconds,
        help: "User and system CPU time that the process has used."
    )
    /// Set by `record`.
    package private(set) var processResidentMemory = Family<NoLabels, Gauge>(
        "process_resident_memory_bytes",
        unit: .bytes,
        help: "Memory of the process that is resident."
    )
    /// Set by `record`.
    package private(set) var processOpenFiles = Family<NoLabels, Gauge>(
        "process_open_fds",
        help: "File descriptors that the process has open."
    )

    /// All numbers at their start; what has a fixed list of labels shows its zeros from the beginning.
    package init(build: BuildLabels) {
        buildInfo.set(build, to: 1)
        OutcomeLabel.allCases.forEach { events.increment($0, by: 0) }
        CommitLabel.allCases.forEach { commits.increment($0, by: 0) }
        deadLetterPublishFailures.increment(by: 0)
        deadLettersReduced.increment(by: 0)
        deadLettersTooLarge.set(to: 0)
        producersLost.increment(by: 0)
        brake.set(to: 0)
        lateResults.increment(by: 0)
        parkingFailures.increment(by: 0)
        outcomePublishFailures.increment(by: 0)
        outcomesRead.increment(by: 0)
        outcomeLoadsCutOff.increment(by: 0)
        inFlight.set(to: 0)
        stalls.set(to: 0)
        ConditionLabel.allCases.forEach { kafkaFaults.set($0, to: 0) }
        assignedPartitions.set(to: 0)
    }

    /// Takes over what the system says about the process.
    package mutating func record(_ process: ProcessUsage) {
        processStartTime.set(NoLabels(), to: process.startTime)
        processCPU.set(total: process.cpuTime)
        processResidentMemory.set(to: Double(process.residentBytes))
        processOpenFiles.set(to: Double(process.openFiles))
    }
}
