/// Every metric of the worker, in the order of the exposition: name, kind, unit, labels and meaning.
///
/// Nothing else says what there is: a family takes its description from here, the README, the alerts and the dashboard are
/// checked against it. Labels are bounded by the configuration, the cluster or a fixed list; none holds what a record or an
/// error text brings.
package enum MetricCatalogue {
    /// All descriptions.
    package static let all: [MetricDescription] =
        intake + outcomes + submissions + waiting + apps + kafka + statistics + process

    /// The description of the metric with this name, which must be in the catalogue.
    static func description(of name: String) -> MetricDescription {
        guard let description = byName[name] else { preconditionFailure("\(name) is not in the catalogue") }
        return description
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    private static let app = ["app", "environment"]

    private static let intake = [
        MetricDescription(
            "consumption_records_consumed_total",
            .counter,
            .count,
            labels: ["partition"],
            "Records taken from the partitions that are owned now."
        ),
        MetricDescription(
            "consumption_records_skipped_total",
            .counter,
            .count,
            labels: ["partition"],
            "Records that were not looked at again, since commit metadata said that they were finished."
        ),
        MetricDescription(
            "consumption_consumer_lag",
            .gauge,
            .count,
            labels: ["partition"],
            "Records of the partition that are not finished or not yet taken."
        ),
        MetricDescription(
            "consumption_assigned_partitions",
            .gauge,
            .count,
            "Partitions that this worker owns."
        ),
    ]

    private static let outcomes = [
        MetricDescription(
            "consumption_events_total",
            .counter,
            .count,
            labels: ["outcome"],
            "Events that are finished, by what became of them."
        ),
        MetricDescription(
            "consumption_event_latency_seconds",
            .histogram,
            .seconds,
            "Time from the timestamp of a record to the end of its event."
        ),
        MetricDescription(
            "consumption_dead_letters_total",
            .counter,
            .count,
            labels: ["reason", "stage"],
            "Dead letters that the broker has confirmed, by their first code and the stage that found it."
        ),
        MetricDescription(
            "consumption_dead_letter_publish_failures_total",
            .counter,
            .count,
            "Attempts to publish a dead letter that the broker did not confirm."
        ),
        MetricDescription(
            "consumption_dead_letters_reduced_total",
            .counter,
            .count,
            "Dead letters that were too large for their topic and go there with the first KiB of their value."
        ),
        MetricDescription(
            "consumption_dead_letters_too_large",
            .gauge,
            .count,
            "Dead letters that are too large for their topic even when reduced: their partitions wait."
        ),
        MetricDescription(
            "consumption_producers_lost_total",
            .counter,
            .count,
            "Producers that failed for good and were replaced; what they had not written was published again."
        ),
        MetricDescription(
            "consumption_brake_tripped",
            .gauge,
            .count,
            "1 while nothing is taken or sent any more since dead letters had become the rule."
        ),
        MetricDescription(
            "consumption_records_parked_total",
            .counter,
            .count,
            labels: app,
            "Records of an app that is held up, put on the deferred topic; one that is parked twice counts twice."
        ),
        MetricDescription(
            "consumption_parking_failures_total",
            .counter,
            .count,
            "Attempts to park a record that the broker did not confirm."
        ),
        MetricDescription(
            "consumption_outcome_publish_failures_total",
            .counter,
            .count,
            "Attempts to publish an outcome that the broker did not confirm."
        ),
        MetricDescription(
            "consumption_outcomes_read_total",
            .counter,
            .count,
            "Acceptances that were read back from the outcome topic at an assignment."
        ),
        MetricDescription(
            "consumption_outcome_loads_cut_off_total",
            .counter,
            .count,
            "Partitions that went on before all of their outcomes were read: what is not read may be sent again."
        ),
        MetricDescription(
            "consumption_remembered_notifications",
            .gauge,
            .count,
            "Notifications that are known to be accepted: a repeat of one is not sent."
        ),
    ]

    private static let submissions = [
        MetricDescription(
            "consumption_submissions_total",
            .counter,
            .count,
            labels: app + ["status"],
            "Requests to the App Store by the HTTP status of the answer; error is no answer at all."
        ),
        MetricDescription(
            "consumption_submission_duration_seconds",
            .histogram,
            .seconds,
            labels: ["environment"],
            "Time from the start of a request to the App Store to its end."
        ),
        MetricDescription(
            "consumption_retries_total",
            .counter,
            .count,
            labels: app + ["cause"],
            "Attempts that failed and will be repeated, by the cause."
        ),
        MetricDescription(
            "consumption_batch_size",
            .histogram,
            .count,
            "Requests that were started together."
        ),
        MetricDescription(
            "consumption_batch_fill_ratio",
            .histogram,
            .ratio,
            "Requests that were started together, as a share of the largest batch allowed."
        ),
    ]

    private static let waiting = [
        MetricDescription(
            "consumption_in_flight",
            .gauge,
            .count,
            "Requests to the App Store that wait for their answer."
        ),
        MetricDescription(
            "consumption_pending",
            .gauge,
            .count,
            labels: app,
            "Events that wait to be submitted."
        ),
        MetricDescription(
            "consumption_oldest_pending_seconds",
            .gauge,
            .seconds,
            labels: ["partition"],
            "Time since the oldest record that is not finished was taken; 0 when there is none."
        ),
        MetricDescription(
            "consumption_oldest_pending_offset",
            .gauge,
            .count,
            labels: ["partition"],
            "Offset of the oldest record that is not finished: the committed position waits for it."
        ),
        MetricDescription(
            "consumption_records_ahead",
            .gauge,
            .count,
            labels: ["partition"],
            "Records taken from the oldest one that is not finished on; at 100,000 the partition is held back."
        ),
        MetricDescription(
            "consumption_time_left_seconds",
            .histogram,
            .seconds,
            "Time that was left until the deadline when the App Store accepted an event; 0 when it was over."
        ),
        MetricDescription(
            "consumption_events_near_deadline",
            .gauge,
            .count,
            labels: app,
            "Events that are not finished and have less than an hour left until their deadline."
        ),
        MetricDescription(
            "consumption_events_expired_total",
            .counter,
            .count,
            labels: app,
            "Events whose deadline passed before the App Store had accepted them."
        ),
    ]

    private static let apps = [
        MetricDescription(
            "consumption_app_paused",
            .gauge,
            .count,
            labels: app + ["cause"],
            "1 while nothing is submitted for the app, by the cause."
        ),
        MetricDescription(
            "consumption_rate_limit_per_second",
            .gauge,
            .perSecond,
            labels: app,
            "Requests that this worker may start in a second: its share of the limit of the app."
        ),
    ]

    private static let kafka = [
        MetricDescription(
            "consumption_commits_total",
            .counter,
            .count,
            labels: ["result"],
            "Commits of offsets by their result."
        ),
        MetricDescription(
            "consumption_late_results_total",
            .counter,
            .count,
            "Results that came after their partition was revoked and changed nothing."
        ),
        MetricDescription(
            "consumption_positions_lost_total",
            .counter,
            .count,
            "Committed positions that were not in the log: older than its start, or past its end."
        ),
        MetricDescription(
            "consumption_kafka_fault",
            .gauge,
            .count,
            labels: ["condition"],
            "1 while the worker misses something of Kafka: brokers, topics, outcomes or access."
        ),
        MetricDescription(
            "consumption_stalls",
            .gauge,
            .count,
            "Partitions, and the join of the group, that stand still without a reason; /healthz fails at 1."
        ),
    ]

    /// What librdkafka's consumer says about itself every few seconds.
    private static let statistics = [
        MetricDescription(
            "consumption_kafka_broker_up",
            .gauge,
            .count,
            labels: ["broker"],
            "1 while the consumer is connected to the broker; coordinator is the connection for the group."
        ),
        MetricDescription(
            "consumption_kafka_round_trip_p99_seconds",
            .gauge,
            .seconds,
            labels: ["broker"],
            "What 99 of 100 requests to the broker stayed below lately; fetches that wait for records are among them."
        ),
        MetricDescription(
            "consumption_kafka_transmit_errors_total",
            .counter,
            .count,
            labels: ["broker"],
            "Requests that could not be sent to the broker."
        ),
        MetricDescription(
            "consumption_kafka_receive_errors_total",
            .counter,
            .count,
            labels: ["broker"],
            "Answers of the broker that could not be received."
        ),
        MetricDescription(
            "consumption_kafka_request_timeouts_total",
            .counter,
            .count,
            labels: ["broker"],
            "Requests that the broker did not answer in time."
        ),
        MetricDescription(
            "consumption_kafka_fetch_queue_records",
            .gauge,
            .count,
            "Records that were fetched and not taken yet."
        ),
        MetricDescription(
            "consumption_kafka_fetch_queue_bytes",
            .gauge,
            .bytes,
            "Size of the records that were fetched and not taken yet."
        ),
        MetricDescription(
            "consumption_kafka_group_state",
            .gauge,
            .count,
            labels: ["state", "join_state"],
            "1; the labels say how the consumer stands to its coordinator, and how far it is in joining the group."
        ),
        MetricDescription(
            "consumption_kafka_rebalances_total",
            .counter,
            .count,
            "Assignments and revocations that the consumer has seen."
        ),
    ]

    private static let process = [
        MetricDescription(
            "consumption_spans_total",
            .counter,
            .count,
            labels: ["result"],
            "Spans of requests to the App Store by what became of them; failed and dropped ones are lost."
        ),
        MetricDescription(
            "consumption_loop_seconds_total",
            .counter,
            .seconds,
            labels: ["phase"],
            "Where the time of the loop went: poll waits for something to happen, decide and perform work."
        ),
        MetricDescription(
            "consumption_certificate_expiry_seconds",
            .gauge,
            .seconds,
            labels: ["setting"],
            "When a certificate of the worker's own expires, in UNIX time, by the setting that names it."
        ),
        MetricDescription(
            "consumption_build_info",
            .gauge,
            .count,
            labels: ["version", "librdkafka"],
            "1; the labels say which build runs."
        ),
        MetricDescription(
            "process_start_time_seconds",
            .gauge,
            .seconds,
            "When the process started, in UNIX time."
        ),
        MetricDescription(
            "process_cpu_seconds_total",
            .counter,
            .seconds,
            "User and system CPU time that the process has used."
        ),
        MetricDescription(
            "process_resident_memory_bytes",
            .gauge,
            .bytes,
            "Memory of the process that is resident."
        ),
        MetricDescription(
            "process_virtual_memory_bytes",
            .gauge,
            .bytes,
            "Address space of the process."
        ),
        MetricDescription(
            "process_open_fds",
            .gauge,
            .count,
            "File descriptors that the process has open."
        ),
        MetricDescription(
            "process_max_fds",
            .gauge,
            .count,
            "File descriptors that the process may have open."
        ),
    ]
}
