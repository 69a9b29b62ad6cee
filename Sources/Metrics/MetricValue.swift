/// What one series holds: a counter, a gauge or a histogram.
package protocol MetricValue: Sendable {
    /// How such numbers behave.
    static var kind: MetricDescription.Kind { get }
    /// What every line of the series says before its number, in the order in which `write` gives the numbers.
    func lineStarts(of name: String, labels: [(name: String, value: String)]) -> [[UInt8]]
    /// Appends the series: each line start with its number.
    func write(_ lineStarts: [[UInt8]], to exposition: inout Exposition)
}

/// A total that only grows, from 0 at the start of the process.
package struct Counter: MetricValue {
    /// `counter`.
    package static let kind = MetricDescription.Kind.counter
    /// A double, as in Prometheus: exact up to 2^53.
    var total = 0.0

    /// One line.
    package func lineStarts(of name: String, labels: [(name: String, value: String)]) -> [[UInt8]] {
        [lineStart(name, labels)]
    }

    /// Appends the total.
    package func write(_ lineStarts: [[UInt8]], to exposition: inout Exposition) {
        exposition.append(lineStarts[0], total)
    }
}

/// A value as it is now.
package struct Gauge: MetricValue {
    /// `gauge`.
    package static let kind = MetricDescription.Kind.gauge
    var value = 0.0

    /// One line.
    package func lineStarts(of name: String, labels: [(name: String, value: String)]) -> [[UInt8]] {
        [lineStart(name, labels)]
    }

    /// Appends the value.
    package func write(_ lineStarts: [[UInt8]], to exposition: inout Exposition) {
        exposition.append(lineStarts[0], value)
    }
}
