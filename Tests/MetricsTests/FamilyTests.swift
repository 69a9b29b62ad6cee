import Testing

@testable import Metrics

@Suite
struct FamilyTests {
    private var counter = Family<PartitionLabel, Counter>(
        MetricDescription("things_total", .counter, .count, labels: ["partition"], "Things."),
        blank: Counter()
    )
    private var gauge = Family<NoLabels, Gauge>(
        MetricDescription("level", .gauge, .count, "The level."),
        blank: Gauge()
    )

    private func lines(of family: some Exposable, _ format: ExpositionFormat = .text) -> [Substring] {
        var exposition = Exposition(format)
        family.write(to: &exposition)
        return String(decoding: exposition.bytes, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
    }

    @Test mutating func `a counter shows its help, its type and one line for each label set`() {
        counter.increment(PartitionLabel(0))
        counter.increment(PartitionLabel(12), by: 41)
        counter.increment(PartitionLabel(12))
        #expect(
            lines(of: counter) == [
                "# HELP things_total Things.",
                "# TYPE things_total counter",
                "things_total{partition=\"0\"} 1",
                "things_total{partition=\"12\"} 42",
                "",
            ]
        )
    }

    @Test func `a family without series says nothing`() {
        #expect(lines(of: counter) == [""])
    }

    @Test mutating func `a series that is shown counts from zero`() {
        _ = counter.series(for: PartitionLabel(3))
        #expect(lines(of: counter).contains("things_total{partition=\"3\"} 0"))
    }

    @Test mutating func `a series that was removed disappears and starts anew`() {
        let series = counter.series(for: PartitionLabel(3))
        counter.increment(series, by: 5)
        counter.remove(PartitionLabel(3))
        #expect(lines(of: counter) == [""])
        counter.increment(series)
        #expect(lines(of: counter).contains("things_total{partition=\"3\"} 1"))
    }

    @Test mutating func `a series that is ready shows when it changes, and not before`() {
        counter.prepare(PartitionLabel(3))
        #expect(lines(of: counter) == [""])
        counter.increment(PartitionLabel(3), by: 2)
        counter.prepare(PartitionLabel(3))
        #expect(lines(of: counter).contains("things_total{partition=\"3\"} 2"))
    }

    @Test mutating func `removing everything leaves nothing`() {
        counter.increment(PartitionLabel(1))
        counter.increment(PartitionLabel(2))
        counter.removeAll()
        #expect(lines(of: counter) == [""])
    }

    @Test mutating func `removing what never was changes nothing`() {
        counter.increment(PartitionLabel(1))
        counter.remove(PartitionLabel(2))
        #expect(lines(of: counter).contains("things_total{partition=\"1\"} 1"))
    }

    @Test mutating func `a copy keeps its numbers`() {
        counter.increment(PartitionLabel(1))
        let copy = counter
        counter.increment(PartitionLabel(1))
        #expect(lines(of: copy).contains("things_total{partition=\"1\"} 1"))
        #expect(lines(of: counter).contains("things_total{partition=\"1\"} 2"))
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (-17, "-17"), (0.25, "0.25"), (1e-7, "1e-07"),
        (9_007_199_254_740_991, "9007199254740991"),
        (1e20, "1e+20"), (.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
    ])
    mutating func `a number is written as Prometheus reads it`(value: Double, expected: String) {
        gauge.set(to: value)
        #expect(lines(of: gauge).contains("level \(expected)"[...]))
    }

    @Test mutating func `a gauge of seconds takes a duration`() {
        gauge.set(NoLabels(), to: .milliseconds(1500))
        #expect(lines(of: gauge).contains("level 1.5"))
    }

    @Test func `a duration in seconds is exact where it can be`() {
        #expect((0...86_400).allSatisfy { Duration.seconds($0).inSeconds == Double($0) })
        #expect(Duration.seconds(-90).inSeconds == -90)
        #expect(Duration.milliseconds(2500).inSeconds == 2.5)
        #expect(Duration.seconds(Int64.max).inSeconds == Double(Int64.max))
    }

    @Test mutating func `quotes, backslashes and line feeds are escaped`() {
        var family = place("A \"b\" \\ c\nd")
        family.set(EnvironmentLabel("a\"b\\c\nd\r\u{e9}"), to: 1)
        #expect(lines(of: family).first == "# HELP x A \"b\" \\\\ c\\nd")
        #expect(lines(of: family, .openMetrics).first == "# HELP x A \\\"b\\\" \\\\ c\\nd")
        #expect(lines(of: family).contains("x{environment=\"a\\\"b\\\\c\\nd\r\u{e9}\"} 1"))
    }

    @Test mutating func `a carriage return before a line feed is no way around the escape`() {
        var family = place("A")
        family.set(EnvironmentLabel("a\r\nb"), to: 1)
        #expect(lines(of: family).contains("x{environment=\"a\r\\nb\"} 1"))
    }

    private func place(_ help: String) -> Family<EnvironmentLabel, Gauge> {
        Family(MetricDescription("x", .gauge, .count, labels: ["environment"], help), blank: Gauge())
    }

    private func durations() -> Family<EnvironmentLabel, Histogram> {
        Family(
            MetricDescription("d_seconds", .histogram, .seconds, labels: ["environment"], "D."),
            blank: Histogram(bounds: [0.5, 1])
        )
    }

    @Test mutating func `a histogram counts each duration in its bucket and in all longer ones`() {
        var family = durations()
        for milliseconds in [250, 500, 501, 1000, 1500] {
            family.observe(EnvironmentLabel("Sandbox"), .milliseconds(milliseconds))
        }
        #expect(
            lines(of: family) == [
                "# HELP d_seconds D.",
                "# TYPE d_seconds histogram",
                "d_seconds_bucket{environment=\"Sandbox\",le=\"0.5\"} 2",
                "d_seconds_bucket{environment=\"Sandbox\",le=\"1.0\"} 4",
                "d_seconds_bucket{environment=\"Sandbox\",le=\"+Inf\"} 5",
                "d_seconds_sum{environment=\"Sandbox\"} 3.751",
                "d_seconds_count{environment=\"Sandbox\"} 5",
                "",
            ]
        )
    }

    @Test mutating func `OpenMetrics names the unit, and a counter without its suffix`() {
        counter.increment(PartitionLabel(0))
        #expect(
            lines(of: counter, .openMetrics) == [
                "# HELP things Things.", "# TYPE things counter", "things_total{partition=\"0\"} 1", "",
            ]
        )
        var family = durations()
        family.observe(EnvironmentLabel("Sandbox"), .seconds(1))
        #expect(lines(of: family, .openMetrics)[2] == "# UNIT d_seconds seconds")
    }

    @Test func `an exemplar stands in the bucket of its observation until a later one comes, in OpenMetrics only`() {
        var family = Family<NoLabels, Histogram>(
            MetricDescription("d_seconds", .histogram, .seconds, "D."),
            blank: Histogram(bounds: [0.5, 1])
        )
        let (first, second) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
        family.observe(.milliseconds(600), Exemplar(traceID: first, at: .milliseconds(1_800_000_000_123)))
        family.observe(.milliseconds(700), Exemplar(traceID: second, at: .milliseconds(1_800_000_001_000)))
        family.observe(.milliseconds(800))
        let lines = lines(of: family, .openMetrics)
        #expect(lines.contains("d_seconds_bucket{le=\"0.5\"} 0"))
        #expect(lines.contains("d_seconds_bucket{le=\"1.0\"} 3 # {trace_id=\"\(second)\"} 0.7 1800000001"))
        #expect(!self.lines(of: family).contains { $0.contains("trace_id") })
    }

    @Test(
        arguments: [
            (.zero, 0), (.nanoseconds(1), 1e-9), (.milliseconds(100), 0.1), (.milliseconds(-100), -0.1),
            (.seconds(20), 20),
            (.seconds(43_200), 43_200), (.milliseconds(-43_200_500), -43_200.5), (.seconds(31_536_000), 31_536_000),
        ] as [(Duration, Double)]
    )
    func `a duration is its seconds as a person writes them`(duration: Duration, seconds: Double) {
        #expect(duration.inSeconds == seconds)
    }
}
