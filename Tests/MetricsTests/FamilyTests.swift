import Testing

@testable import Metrics

@Suite
struct FamilyTests {
    private var counter = Family<PartitionLabel, Counter>("things_total", help: "Things.")
    private var gauge = Family<NoLabels, Gauge>("level", help: "The level.")

    private func lines(of family: some Exposable) -> [Substring] {
        var exposition = Exposition()
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

    @Test mutating func `quotes, backslashes and line feeds are escaped`() {
        var family = Family<EnvironmentLabel, Gauge>("x", help: "A \"b\" \\ c\nd")
        family.set(EnvironmentLabel("a\"b\\c\nd\r\u{e9}"), to: 1)
        #expect(lines(of: family).first == "# HELP x A \"b\" \\\\ c\\nd")
        #expect(lines(of: family).contains("x{environment=\"a\\\"b\\\\c\\nd\r\u{e9}\"} 1"))
    }

    @Test mutating func `a carriage return before a line feed is no way around the escape`() {
        var family = Family<EnvironmentLabel, Gauge>("x", help: "A")
        family.set(EnvironmentLabel("a\r\nb"), to: 1)
        #expect(lines(of: family).contains("x{environment=\"a\r\\nb\"} 1"))
    }

    @Test mutating func `a histogram counts each duration in its bucket and in all longer ones`() {
        var family = Family<EnvironmentLabel, Histogram>("d", bounds: [.milliseconds(500), .seconds(1)], help: "D.")
        for milliseconds in [250, 500, 501, 1000, 1500] {
            family.observe(EnvironmentLabel("Sandbox"), .milliseconds(milliseconds))
        }
        #expect(
            lines(of: family) == [
                "# HELP d D.",
                "# TYPE d histogram",
                "d_bucket{environment=\"Sandbox\",le=\"0.5\"} 2",
                "d_bucket{environment=\"Sandbox\",le=\"1\"} 4",
                "d_bucket{environment=\"Sandbox\",le=\"+Inf\"} 5",
                "d_sum{environment=\"Sandbox\"} 3.751",
                "d_count{environment=\"Sandbox\"} 5",
                "",
            ]
        )
    }
}
