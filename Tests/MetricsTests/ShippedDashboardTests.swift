import TestSupport
import Testing

@Suite struct ShippedDashboardTests {
    @Test func `every query names metrics and labels of the catalogue only`() throws {
        let panels = try GrafanaDashboard.shipped().panels
        for panel in panels {
            for target in panel.targets ?? [] {
                let faults = NamesInQuery(target.query, legend: target.legendFormat ?? "").faults
                #expect(faults == [], "\(panel.title): \(target.expr)")
            }
        }
        #expect(panels.flatMap { $0.targets ?? [] }.count > 30)
    }

    @Test func `there is a row for each question, and every panel says what it shows`() throws {
        let panels = try GrafanaDashboard.shipped().panels
        #expect(
            panels.filter { $0.type == "row" }.map(\.title) == ["Flow", "Deadlines", "App Store", "Kafka", "Process"]
        )
        for panel in panels where panel.type != "row" {
            #expect(panel.description?.hasSuffix(".") == true, "\(panel.title)")
            #expect(panel.targets?.isEmpty == false, "\(panel.title)")
        }
    }

    @Test func `every metric of the contract's events, deadlines and apps is on it`() throws {
        let queries = try GrafanaDashboard.shipped().panels.flatMap { $0.targets ?? [] }.map(\.expr).joined(
            separator: "\n"
        )
        for name in [
            "records_consumed_total", "events_total", "dead_letters_total", "submissions_total",
            "submission_duration_seconds_bucket", "event_latency_seconds_bucket", "in_flight", "pending",
            "oldest_pending_seconds", "consumer_lag", "assigned_partitions", "app_paused", "rate_limit_per_second",
            "build_info", "events_near_deadline", "loop_seconds_total",
        ] {
            #expect(queries.contains("consumption_\(name)"), "consumption_\(name)")
        }
    }
}
