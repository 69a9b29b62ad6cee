/// How durations, counts or shares are spread: how many were at most as large as each bound, and their sum.
package struct Histogram: MetricValue {
    /// `histogram`.
    package static let type = "histogram"
    /// Ascending; durations are in seconds.
    private let bounds: [Double]
    /// One for each bound and one for what is larger than all of them; not cumulative.
    private var counts: [Int]
    private var sum = 0.0

    /// An empty histogram; the bounds ascend.
    init(bounds: [Double]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds must ascend: \(bounds)")
        self.bounds = bounds
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    mutating func observe(_ value: Double) {
        // A bound belongs to its bucket: le is "less or equal".
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }

    /// A line for each bucket, then the sum and the count.
    package func lineStarts(of name: String, labels: [(name: String, value: String)]) -> [[UInt8]] {
        let limits = bounds.map { Exposition.text(of: $0) } + ["+Inf"]
        return limits.map { lineStart(name + "_bucket", labels + [("le", $0)]) }
            + [lineStart(name + "_sum", labels), lineStart(name + "_count", labels)]
    }

    /// Appends the buckets, each with what is in those before it, the sum and the count.
    package func write(_ lineStarts: [[UInt8]], to exposition: inout Exposition) {
        var total = 0
        for (start, count) in zip(lineStarts, counts) {
            total += count
            exposition.append(start, Double(total))
        }
        exposition.append(lineStarts[counts.count], sum)
        exposition.append(lineStarts[counts.count + 1], Double(total))
    }
}

extension Duration {
    /// This duration as Prometheus counts time.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
