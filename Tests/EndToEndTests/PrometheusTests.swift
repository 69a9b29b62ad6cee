import Foundation
import Kafka
import TestSupport
import Testing

/// The real worker, seen by a real Prometheus.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PrometheusTests {
    private static let partitions = 6
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// Metrics without a series as long as nothing goes wrong.
    private static let quiet = [
        "consumption_records_skipped_total", "consumption_records_parked_total", "consumption_app_paused",
        "consumption_retries_total", "consumption_oldest_pending_offset",
    ]

    @Test func `a real Prometheus scrapes the worker, and every alert and every query of the dashboard works on it`()
        async throws
    {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let worker = try await world.startWorker(ConductTests.unlimited)
        let prometheus = try await PrometheusProcess(scraping: [worker.endpoint])
        #expect(try await worker.wait(for: "consumption_assigned_partitions", toBeAtLeast: 6))
        // In portions, so that rates have something to say; the first one only makes the series known.
        let events = work(400, invalidShare: 10, in: world)
        for portion in 0..<4 {
            try await events.produce(to: world.broker, portion * 100..<(portion + 1) * 100)
            let count = Double((portion + 1) * 100)
            #expect(try await worker.wait { try await prometheus.value(of: "sum(consumption_events_total)") == count })
        }
        try await produceTraced(to: world)
        #expect(try await worker.wait { try await prometheus.value(of: "sum(consumption_events_total)") == 401 })

        #expect(try await prometheus.value(of: "up") == 1)
        let deadLettered = try await worker.metric("consumption_events_total", "dead_lettered")
        #expect(deadLettered > 0)
        #expect(try await prometheus.value(of: #"consumption_events_total{outcome="dead_lettered"}"#) == deadLettered)
        #expect(try await prometheus.query("consumption_consumer_lag").count == Self.partitions)
        #expect(try await prometheus.traces(of: "consumption_event_latency_seconds_bucket") == [Self.trace])
        #expect(
            try await worker.wait { try await prometheus.value(of: "consumption_kafka_rebalances_total") ?? 0 >= 1 }
        )
        try await expectDashboard(on: prometheus)
        let health = try await prometheus.alertHealth()
        #expect(health.count > 10 && health.values.allSatisfy { $0 == "ok" }, "\(health)")
        #expect(await worker.stop().status == 0)
    }

    private func expectDashboard(on prometheus: PrometheusProcess) async throws {
        for panel in try GrafanaDashboard.shipped().panels {
            for target in panel.targets ?? [] {
                // Throws what Prometheus has against a query. The range reaches back to before the events.
                let samples = try await prometheus.query(target.query.replacing("[15s]", with: "[5m]"))
                let isQuiet = Self.quiet.contains { target.query.contains($0) }
                #expect(isQuiet || !samples.isEmpty, "\(panel.title): \(target.query)")
            }
        }
    }

    // 100,000 events are five times as many: they take five times the time, and show no more.
    @Test(arguments: [20_000])
    func `the size of a scrape is that of the first thousand events for ever`(count: Int) async throws {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let worker = try await world.startWorker(ConductTests.unlimited)
        // Enough invalid ones for the first thousand to have every reason among them, and too few for the brake.
        let events = work(count, invalidShare: 40, in: world)
        var sizes: [(lines: Int, bytes: Int)] = []
        for range in [0..<1000, 1000..<count] {
            try await events.produce(to: world.broker, range)
            let isDone = try await worker.wait(atMost: .seconds(400)) {
                try await worker.metric("consumption_events_total") == Double(range.upperBound)
            }
            #expect(isDone)
            // So that statistics of librdkafka and the lag of every partition are there.
            #expect(try await worker.wait(for: "consumption_kafka_rebalances_total", toBeAtLeast: 1))
            #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: Self.partitions) })
            let body = try await worker.get("/metrics").body
            sizes.append((body.split(separator: "\n").count, body.utf8.count))
        }
        print("after 1,000 and \(count) events: \(sizes)")
        #expect(sizes[1].lines == sizes[0].lines)
        // Numbers get longer by a digit or two.
        #expect(sizes[1].bytes <= sizes[0].bytes + 3 * sizes[0].lines)
        #expect(await worker.stop().status == 0)
    }

    @Test func `a scrape of 100 apps and 64 partitions takes this long`() async throws {
        let world = try await AppStoreWorld(partitions: 64)
        let apps = (0..<100).map { "com.example.app\($0)" }
        let worker = try await world.startWorker(ConductTests.unlimited, apps: apps)
        #expect(try await worker.wait(for: "consumption_assigned_partitions", toBeAtLeast: 64))
        #expect(try await worker.wait(for: "consumption_kafka_rebalances_total", toBeAtLeast: 1))
        let prometheus = try await PrometheusProcess(scraping: [worker.endpoint])
        let name = "scrape_duration_seconds"
        #expect(try await worker.wait { try await prometheus.value(of: "count_over_time(\(name)[1m])") ?? 0 >= 5 })
        let duration = try #require(try await prometheus.value(of: "min_over_time(\(name)[1m])"))
        let size = try await worker.get("/metrics").body.utf8.count
        // A figure, since a debug build and a busy machine say little; with a release build it has to stay below 5 ms.
        print("a scrape of 100 apps and 64 partitions: \(size) bytes, \(Int(duration * 1_000_000)) µs at best")
        #expect(size > 50_000)
        #expect(await worker.stop().status == 0)
    }

    private func work(_ count: Int, invalidShare: Int, in world: AppStoreWorld) -> Workload {
        Workload(
            count: count,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: invalidShare,
            signedDate: Self.now,
            seed: 6
        )
    }

    /// One more event, of whose record a producer says to which trace it belongs.
    private func produceTraced(to world: AppStoreWorld) async throws {
        let (_, value) = EventCase.valid[0].value(
            EventText(90_000, app: AppStoreWorld.apps[0], signedDate: Self.now)
        )
        let producer = try KafkaProducer(properties: ["bootstrap.servers": world.broker.bootstrapServers])
        let record = ProducerRecord(
            ticket: 1,
            topic: world.topic,
            key: nil,
            value: value,
            headers: [KafkaHeader("traceparent", "00-\(Self.trace)-00f067aa0ba902b7-01")]
        )
        #expect(producer.publish([record]).isEmpty)
        #expect(await producer.reports.first { _ in true }?.first?.error == nil)
    }
}
