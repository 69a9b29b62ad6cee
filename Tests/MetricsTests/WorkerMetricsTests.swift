import Metrics
import TestSupport
import Testing

@Suite
struct WorkerMetricsTests {
    private var metrics = WorkerMetrics(build: BuildLabels(version: "1.2.3", librdkafka: "2.0.2"))

    private var text: String { String(decoding: metrics.exposition(.text).bytes, as: UTF8.self) }

    @Test func `what has a fixed list of labels starts at zero`() {
        #expect(text.contains("\nconsumption_events_total{outcome=\"dead_lettered\"} 0\n"))
        #expect(text.contains("\nconsumption_commits_total{result=\"failed\"} 0\n"))
        #expect(text.contains("\nconsumption_in_flight 0\n"))
        #expect(text.contains("\nconsumption_build_info{version=\"1.2.3\",librdkafka=\"2.0.2\"} 1\n"))
    }

    @Test mutating func `R61 the exposition does not grow with the number of events`() {
        metrics.fill(apps: 3, partitions: 6)
        let before = metrics.exposition(.text).bytes.split(separator: UInt8(ascii: "\n")).count
        for _ in 0..<10_000 { metrics.fill(apps: 3, partitions: 6) }
        #expect(metrics.exposition(.text).bytes.split(separator: UInt8(ascii: "\n")).count == before)
    }

    @Test func `every family has another description, and the catalogue has no more than those`() {
        #expect(metrics.descriptions.count == Mirror(reflecting: metrics).children.count)
        #expect(metrics.descriptions == MetricCatalogue.all)
    }

    @Test mutating func `the process is described`() throws {
        let usage = try #require(ProcessUsage.read())
        metrics.record(usage)
        #expect(text.contains("\nprocess_resident_memory_bytes \(usage.residentBytes)\n"))
    }

    /// What a bucket line says of its bound.
    private func bounds(of name: String) -> [Double] {
        text.matches(of: /(\w+)_bucket\{(?:[^}]*,)?le="([^"]+)"\}/).filter { $0.output.1 == name }
            .compactMap { Double($0.output.2) }
    }

    @Test mutating func `the buckets of an event's latency reach from a millisecond to Apple's 12 hours`() {
        metrics.eventLatency.observe(.seconds(1))
        let bounds = bounds(of: "consumption_event_latency_seconds")
        #expect(bounds.first == 0.001)
        #expect(bounds.dropLast().last == 43_200)
        // Between two of them a quantile is a guess: none is more than ten times the one before.
        #expect(zip(bounds, bounds.dropFirst().dropLast()).allSatisfy { $1 <= $0 * 10.001 })
    }

    // The text of a bound names its series: another one after an upgrade would be another series.
    @Test mutating func `bounds in whole seconds are told in whole seconds`() {
        metrics.timeLeft.observe(.zero)
        let minutes = [0.0, 1, 5, 15, 30, 60, 120, 240, 360, 480, 600, 660, 720]
        #expect(bounds(of: "consumption_time_left_seconds") == minutes.map { $0 * 60 } + [.infinity])
    }

    @Test mutating func `promtool has nothing to say against the text`() async throws {
        metrics.fillEverything()
        let directory = try TemporaryDirectory()
        let file = try directory.write(metrics.exposition(.text).bytes, to: "metrics")
        let child = try ChildProcess("sh", ["-c", "exec promtool check metrics < \"$0\"", file])
        let (status, output) = await child.wait()
        #expect(status == 0)
        #expect(output == [])
    }

    @Test mutating func `another parser than ours reads the OpenMetrics text, and finds all that the catalogue says`()
        async throws
    {
        metrics.fillEverything()
        let directory = try TemporaryDirectory()
        let file = try directory.write(metrics.exposition(.openMetrics).bytes, to: "metrics")
        let script = """
            import sys
            from prometheus_client.openmetrics.parser import text_string_to_metric_families as families

            for family in families(open(sys.argv[1], newline="").read()):
                labels = sorted({name for sample in family.samples for name in sample.labels} - {"le"})
                exemplars = sum(sample.exemplar is not None for sample in family.samples)
                print(family.name, family.type, family.unit or "-", ",".join(labels) or "-", exemplars)
            """
        let found = try await ChildProcess.output(of: testPython(), ["-c", script, file]).split(separator: "\n")
        let expected = MetricCatalogue.all.map { metric in
            let suffix = metric.kind == .counter ? "_total" : ""
            let unit = [.seconds, .bytes, .ratio].contains(metric.unit) ? metric.unit.rawValue : "-"
            let labels = metric.labels.isEmpty ? "-" : metric.labels.sorted().joined(separator: ",")
            let exemplars = metric.name == "consumption_event_latency_seconds" ? 1 : 0
            return "\(metric.name.dropLast(suffix.count)) \(metric.kind) \(unit) \(labels) \(exemplars)"
        }
        #expect(found.map(String.init) == expected)
    }

    @Test mutating func `a scrape of 100 apps and 64 partitions costs this much`() {
        metrics.fillEverything()
        for format in ExpositionFormat.allCases {
            var (size, best) = (0, Duration.seconds(3600))
            for _ in 0..<20 {
                let start = ContinuousClock.now
                size = metrics.exposition(format).bytes.count
                best = min(best, ContinuousClock.now - start)
            }
            // A figure, since a debug build and a busy machine say little: 5 ms is what a release build has to keep to.
            print("the \(format) exposition of 100 apps and 64 partitions has \(size) bytes and took \(best) at best")
            #expect(size > 100_000)
        }
    }
}

extension WorkerMetrics {
    /// Gives every metric in the catalogue a number, as they are at the largest size that is asked for.
    fileprivate mutating func fillEverything() {
        fill(apps: 100, partitions: 64)
        if let usage = ProcessUsage.read() { record(usage) }
        recordsSkipped.increment(PartitionLabel(0))
        for broker in [BrokerLabel.node(1), .coordinator] {
            brokerUp.set(broker, to: 1)
            brokerRoundTrip.set(broker, to: .milliseconds(3))
            brokerTransmitErrors.set(broker, total: 0)
            brokerReceiveErrors.set(broker, total: 0)
            brokerTimeouts.set(broker, total: 2)
        }
        deadLettersTooLarge.set(to: 1)
        rememberedNotifications.set(to: 1000)
        fetchQueueRecords.set(to: 10)
        fetchQueueSize.set(to: 5000)
        groupState.set(GroupStateLabels(state: "up", joinState: "steady"), to: 1)
        rebalances.set(NoLabels(), total: 3)
        certificateExpiry.set(SettingLabel("http.certificateFile"), to: 1_800_000_000.0)
        batchSize.observe(50.0)
        batchFill.observe(0.5)
        let trace = Exemplar(traceID: "4bf92f3577b34da6a3ce929d0e0e4736", at: .milliseconds(1_800_000_000_123))
        eventLatency.observe(.seconds(3), trace)
    }

    /// Gives the metrics of the path of an event a number for each app and partition.
    fileprivate mutating func fill(apps: Int, partitions: Int) {
        for number in 0..<Int32(partitions) {
            let partition = PartitionLabel(number)
            recordsConsumed.increment(partition)
            consumerLag.set(partition, to: 17)
            oldestPending.set(partition, to: .milliseconds(1234))
            oldestPendingOffset.set(partition, to: 12_345)
            recordsAhead.set(partition, to: 60)
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
                eventsNearDeadline.set(app, to: 0)
                eventsExpired.increment(app)
                recordsParked.increment(app)
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
