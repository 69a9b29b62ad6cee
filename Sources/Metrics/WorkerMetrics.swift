/// The numbers of every metric of the worker; what they mean is in `MetricCatalogue`.
///
/// A value of the worker's loop; whoever answers a scrape gets a copy.
package struct WorkerMetrics: Sendable {
    /// Counted as soon as a record is taken in.
    package var recordsConsumed = Family<PartitionLabel, Counter>("consumption_records_consumed_total")
    /// Counted when a record comes again that an earlier owner of its partition had finished.
    package var recordsSkipped = Family<PartitionLabel, Counter>("consumption_records_skipped_total")
    /// Counted once for each event, at its end.
    package var events = Family<OutcomeLabel, Counter>("consumption_events_total")
    /// Counted when the broker has confirmed the dead letter.
    package var deadLetters = Family<DeadLetterLabels, Counter>("consumption_dead_letters_total")
    /// Counted for each dead letter that has to be published again.
    package var deadLetterPublishFailures = Family<NoLabels, Counter>("consumption_dead_letter_publish_failures_total")
    /// Counted when a dead letter turns out to be too large for its topic.
    package var deadLettersReduced = Family<NoLabels, Counter>("consumption_dead_letters_reduced_total")
    /// Of all that wait now.
    package var deadLettersTooLarge = Family<NoLabels, Gauge>("consumption_dead_letters_too_large")
    /// Counted when the producer has failed for good.
    package var producersLost = Family<NoLabels, Counter>("consumption_producers_lost_total")
    /// Counted when the broker has confirmed the record on the deferred topic.
    package var recordsParked = Family<AppLabels, Counter>("consumption_records_parked_total")
    /// Counted for each record that has to be parked again.
    package var parkingFailures = Family<NoLabels, Counter>("consumption_parking_failures_total")
    /// Counted for each outcome that has to be published again.
    package var outcomePublishFailures = Family<NoLabels, Counter>("consumption_outcome_publish_failures_total")
    /// Counted as pages of the outcome topic come in.
    package var outcomesRead = Family<NoLabels, Counter>("consumption_outcomes_read_total")
    /// Counted for each partition that goes on without all of its outcomes.
    package var outcomeLoadsCutOff = Family<NoLabels, Counter>("consumption_outcome_loads_cut_off_total")
    /// Of this process, whether accepted here or read back.
    package var rememberedNotifications = Family<NoLabels, Gauge>("consumption_remembered_notifications")
    /// Counted for each attempt, when its answer is there.
    package var submissions = Family<SubmissionLabels, Counter>("consumption_submissions_total")
    /// Observed for each attempt, with or without an answer.
    package var submissionDuration = Family<EnvironmentLabel, Histogram>(
        "consumption_submission_duration_seconds",
        bounds: durationBounds
    )
    /// Counted for each attempt that is to be repeated.
    package var retries = Family<CauseLabels, Counter>("consumption_retries_total")
    /// Observed at an event's end, whatever became of it.
    package var eventLatency = Family<NoLabels, Histogram>("consumption_event_latency_seconds", bounds: latencyBounds)
    /// Observed when the App Store has accepted an event.
    package var timeLeft = Family<NoLabels, Histogram>("consumption_time_left_seconds", bounds: timeLeftBounds)
    /// Counted when the broker has confirmed the dead letter of an event that was too late.
    package var eventsExpired = Family<AppLabels, Counter>("consumption_events_expired_total")
    /// Observed when requests of one app start together.
    package var batchSize = Family<NoLabels, Histogram>("consumption_batch_size", bounds: batchSizeBounds)
    /// Observed together with `batchSize`.
    package var batchFill = Family<NoLabels, Histogram>("consumption_batch_fill_ratio", bounds: ratioBounds)
    /// Counted when a result belongs to a partition that was revoked meanwhile.
    package var lateResults = Family<NoLabels, Counter>("consumption_late_results_total")
    /// Counted when the broker has answered a commit.
    package var commits = Family<CommitLabel, Counter>("consumption_commits_total")
    /// Counted when a committed position turns out not to be in the log.
    package var positionsLost = Family<NoLabels, Counter>("consumption_positions_lost_total")
    /// 1 while it is missing.
    package var kafkaFaults = Family<ConditionLabel, Gauge>("consumption_kafka_fault")
    /// The number of things that stand still.
    package var stalls = Family<NoLabels, Gauge>("consumption_stalls")
    /// 1 from the moment on when the brake has tripped.
    package var brakeTripped = Family<NoLabels, Gauge>("consumption_brake_tripped")
    /// Requests that are with the App Store.
    package var inFlight = Family<NoLabels, Gauge>("consumption_in_flight")
    /// Events of a lane that are neither in flight nor finished.
    package var pending = Family<AppLabels, Gauge>("consumption_pending")
    /// Of all events that are not finished, in flight or not.
    package var eventsNearDeadline = Family<AppLabels, Gauge>("consumption_events_near_deadline")
    /// Age of the oldest record that is not finished.
    package var oldestPending = Family<PartitionLabel, Gauge>("consumption_oldest_pending_seconds")
    /// Left out for a partition without an open record.
    package var oldestPendingOffset = Family<PartitionLabel, Gauge>("consumption_oldest_pending_offset")
    /// Of the partitions owned now.
    package var recordsAhead = Family<PartitionLabel, Gauge>("consumption_records_ahead")
    /// Of the partitions owned now; those revoked are to be removed.
    package var consumerLag = Family<PartitionLabel, Gauge>("consumption_consumer_lag")
    /// The size of the assignment.
    package var assignedPartitions = Family<NoLabels, Gauge>("consumption_assigned_partitions")
    /// 1 while an app is paused; to be removed when it goes on.
    package var appPaused = Family<CauseLabels, Gauge>("consumption_app_paused")
    /// What this worker may use of an app's rate limit.
    package var rateLimit = Family<AppLabels, Gauge>("consumption_rate_limit_per_second")
    /// Of those that librdkafka knows now.
    package var brokerUp = Family<BrokerLabel, Gauge>("consumption_kafka_broker_up")
    /// Of a window of librdkafka's.
    package var brokerRoundTrip = Family<BrokerLabel, Gauge>("consumption_kafka_round_trip_p99_seconds")
    /// Counted by librdkafka.
    package var brokerTransmitErrors = Family<BrokerLabel, Counter>("consumption_kafka_transmit_errors_total")
    /// Counted by librdkafka.
    package var brokerReceiveErrors = Family<BrokerLabel, Counter>("consumption_kafka_receive_errors_total")
    /// Counted by librdkafka.
    package var brokerTimeouts = Family<BrokerLabel, Counter>("consumption_kafka_request_timeouts_total")
    /// Of the whole consumer: its partitions share one queue.
    package var fetchQueueRecords = Family<NoLabels, Gauge>("consumption_kafka_fetch_queue_records")
    /// Of the whole consumer, in bytes.
    package var fetchQueueSize = Family<NoLabels, Gauge>("consumption_kafka_fetch_queue_bytes")
    /// One series at a time.
    package var groupState = Family<GroupStateLabels, Gauge>("consumption_kafka_group_state")
    /// Counted by librdkafka.
    package var rebalances = Family<NoLabels, Counter>("consumption_kafka_rebalances_total")
    /// All at 0 while tracing is off.
    package var spans = Family<SpanLabel, Counter>("consumption_spans_total")
    /// All phases together are the time since the loop began.
    package var loopTime = Family<PhaseLabel, Counter>("consumption_loop_seconds_total")
    /// In UNIX time; set at the start.
    package var certificateExpiry = Family<SettingLabel, Gauge>("consumption_certificate_expiry_seconds")
    /// Always 1.
    package var buildInfo = Family<BuildLabels, Gauge>("consumption_build_info")
    /// Set by `record`.
    package private(set) var processStartTime = Family<NoLabels, Gauge>("process_start_time_seconds")
    /// Set by `record`.
    package private(set) var processCPU = Family<NoLabels, Counter>("process_cpu_seconds_total")
    /// Set by `record`.
    package private(set) var processResidentMemory = Family<NoLabels, Gauge>("process_resident_memory_bytes")
    /// Set by `record`.
    package private(set) var processVirtualMemory = Family<NoLabels, Gauge>("process_virtual_memory_bytes")
    /// Set by `record`.
    package private(set) var processOpenFiles = Family<NoLabels, Gauge>("process_open_fds")
    /// Set by `record`; left out where there is no limit.
    package private(set) var processMaximumFiles = Family<NoLabels, Gauge>("process_max_fds")

    /// All numbers at their start; what has a fixed list of labels shows its zeros from the beginning.
    package init(build: BuildLabels) {
        buildInfo.set(build, to: 1)
        OutcomeLabel.allCases.forEach { events.increment($0, by: 0) }
        CommitLabel.allCases.forEach { commits.increment($0, by: 0) }
        deadLetterPublishFailures.increment(by: 0)
        deadLettersReduced.increment(by: 0)
        deadLettersTooLarge.set(to: 0)
        producersLost.increment(by: 0)
        lateResults.increment(by: 0)
        parkingFailures.increment(by: 0)
        outcomePublishFailures.increment(by: 0)
        outcomesRead.increment(by: 0)
        outcomeLoadsCutOff.increment(by: 0)
        positionsLost.increment(by: 0)
        brakeTripped.set(to: 0)
        SpanLabel.allCases.forEach { spans.increment($0, by: 0) }
        PhaseLabel.allCases.forEach { loopTime.increment($0, by: 0) }
        inFlight.set(to: 0)
        stalls.set(to: 0)
        ConditionLabel.allCases.forEach { kafkaFaults.set($0, to: 0) }
        assignedPartitions.set(to: 0)
    }

    /// Takes over what the system says about the process.
    package mutating func record(_ process: ProcessUsage) {
        processStartTime.set(NoLabels(), to: process.startTime)
        processCPU.set(NoLabels(), total: process.cpuTime)
        processResidentMemory.set(to: Double(process.residentBytes))
        processVirtualMemory.set(to: Double(process.virtualBytes))
        processOpenFiles.set(to: Double(process.openFiles))
        if let limit = process.maximumOpenFiles { processMaximumFiles.set(to: Double(limit)) }
    }
}
