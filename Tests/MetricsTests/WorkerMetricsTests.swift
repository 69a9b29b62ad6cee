import Metrics
import TestSupport
import Testing

@Suite
struct WorkerMetricsTests {
    private var metrics = WorkerMetrics(build: BuildLabels(version: "1.2.3", librdkafka: "2.0.2"))

    private var text: String { String(decoding: metrics.exposition.bytes, as: UTF8.self) }

    @Test(arguments: [
        ("consumption_records_consumed_total", "counter", ["partition"]),
        ("consumption_events_total", "counter", ["outcome"]),
        ("consumption_dead_letters_total", "counter", ["reason", "stage"]),
        ("consumption_submissions_total", "counter", ["app", "environment", "status"]),
        ("consumption_submission_duration_seconds", "histogram", ["environment"]),
        ("consumption_event_latency_seconds", "histogram", []),
        ("consumption_in_flight", "gauge", []),
        ("consumption_pending", "gauge", ["app", "environment"]),
        ("consumption_oldest_pending_seconds", "gauge", ["partition"]),
        ("consumption_consumer_lag", "gauge", ["partition"]),
        ("consumption_assigned_partitions", "gauge", []),
        ("consumption_app_paused", "gauge", ["app", "environment", "cause"]),
        ("consumption_rate_limit_per_second", "gauge", ["app", "environment"]),
        ("consumption_build_info", "gauge", ["version", "librdkafka"]),
        ("consumption_late_results_total", "counter", []),
        ("consumption_dead_letter_publish_failures_total", "counter", []),
        ("consumption_retries_total", "counter", ["app", "environment", "cause"]),
        ("consumption_commits_total", "counter", ["result"]),
        ("consumption_time_left_seconds", "histogram", []),
        ("consumption_oldest_pending_offset", "gauge", ["partition"]),
        ("consumption_records_ahead", "gauge", ["partition"]),
        ("consumption_positions_lost_total", "counter", ["partition"]),
        ("consumption_kafka_fault", "gauge", ["condition"]),
        ("consumption_stalls", "gauge", []),
        ("consumption_records_parked_total", "counter", ["app", "environment"]),
        ("consumption_parking_failures_total", "counter", []),
        ("consumption_outcome_publish_failures_total", "counter", []),
        ("consumption_outcomes_read_total", "counter", []),
        ("consumption_outcome_loads_cut_off_total", "counter", []),
        ("consumption_remembered_notifications", "gauge", []),
        ("process_start_time_seconds", "gauge", []),
        ("process_cpu_seconds_total", "counter", []),
        ("process_resident_memory_bytes", "gauge", []),
        ("process_open_fds", "gauge", []),
    ])
    func `the catalogue has the metric with its type and labels`(name: String, type: String, labels: [String]) {
        let found = metrics.catalogue.filter { $0.name == name }
        #expect(found.count == 1)
        #expect(found.first?.type == type)
        #expect(found.first?.labels == labels)
    }

    @Test func `every family of the struct is in the catalogue`() {
        #expect(metrics.catalogue.count == Mirror(reflecting: metrics).children.count)
        #expect(Set(metrics.catalogue.map(\.name)).count == metrics.catalogue.count)
    }

    @Test func `what has a fixed list of labels starts at zero`() {
        #expect(text.contains("\nconsumption_events_total{outcome=\"dead_lettered\"} 0\n"))
        #expect(text.contains("\nconsumption_commits_total{result=\"failed\"} 0\n"))
        #expect(text.contains("\nconsumption_in_flight 0\n"))
        #expect(text.contains("\nconsumption_build_info{version=\"1.2.3\",librdkafka=\"2.0.2\"} 1\n"))
    }

    @Test mutating func `R61 the exposition does not grow with the number of events`() {
        metrics.fill(apps: 3, partitions: 6)
        let before = metrics.exposition.bytes.split(separator: UInt8(ascii: "\n")).count
        for _ in 0..<10_000 { metrics.fill(apps: 3, partitions: 6) }
        #expect(metrics.exposition.bytes.split(separator: UInt8(ascii: "\n")).count == before)
    }

    @Test mutating func `the process is described`() throws {
        let usage = try #require(ProcessUsage.read())
        #expect(usage.startTime > .seconds(1_600_000_000))
        #expect(usage.cpuTime > .zero && usage.cpuTime < .seconds(1_000_000))
        #expect(usage.residentBytes > 1_000_000)
        #expect(usage.openFiles >= 3)
        metrics.record(usage)
        #expect(text.contains("\nprocess_resident_memory_bytes \(usage.residentBytes)\n"))
    }

    @Test mutating func `promtool has nothing to say against the exposition`() async throws {
        metrics.fill(apps: 100, partitions: 64)
        metrics.record(try #require(ProcessUsage.read()))
        let directory = try TemporaryDirectory()
        let file = try directory.write(metrics.exposition.bytes, to: "metrics")
        let child = try ChildProcess("sh", ["-c", "exec promtool check metrics < \"$0\"", file])
        let (status, output) = await child.wait()
        #expect(status == 0)
        #expect(output == [])
    }
}

extension WorkerMetrics {
    /// Gives every metric a number for each app and partition.
    fileprivate mutating func fill(apps: Int, partitions: Int) {
        for number in 0..<Int32(partitions) {
            let partition = PartitionLabel(number)
            recordsConsumed.increment(partition)
            consumerLag.set(partition, to: 17)
            oldestPending.set(partition, to: .milliseconds(1234))
        }
        for number in 0..<apps {
            for environment in ["Production", "Sandbox"] {
                let app = AppLabels(app: "com.example.app\(number)", environment: environment)
                for status in [202, 400, 401, 404, 429, 500, nil] {
                    submissions.increment(SubmissionLabels(app, status: status))
                }
                for cause in ["throttled", "unavailable"] {
                    retries.increment(CauseLabels(app, cause: cause))
                    appPaused.set(CauseLabels(app, cause: cause), to: 1)
                }
                pending.set(app, to: 3)
                rateLimit.set(app, to: 12.5)
                submissionDuration.observe(EnvironmentLabel(environment), .milliseconds(12))
            }
        }
        events.increment(.accepted)
        deadLetters.increment(DeadLetterLabels(reason: "DeadlineExceededError", stage: "deadline"))
        deadLetterPublishFailures.increment()
        eventLatency.observe(.seconds(3))
        timeLeft.observe(.seconds(40_000))
        lateResults.increment()
        commits.increment(.committed)
        inFlight.set(to: 64)
        assignedPartitions.set(to: Double(partitions))
    }
}
