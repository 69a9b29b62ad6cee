/// How durations, counts or shares are spread: how many were at most as large as each bound, and their sum.
package struct Histogram: MetricValue {
    /// `histogram`.
    package static let kind = MetricDescription.Kind.histogram
    /// Ascending; durations are in seconds.
    private let bounds: [Double]
    /// One for each bound and one for what is larger than all of them; not cumulative.
    private var counts: [Int]
    private var sum = 0.0
    /// The latest of each bucket, with its value; empty as long as there is none.
    private var exemplars: [Int: (Double, Exemplar)] = [:]

    /// An empty histogram; the bounds ascend.
    init(bounds: [Double]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds must ascend: \(bounds)")
        self.bounds = bounds
        counts = [Int](repeating: 0, count: bounds.count + 1)
    }

    mutating func observe(_ value: Double, _ exemplar: Exemplar? = nil) {
        // A bound belongs to its bucket: le is "less or equal".
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        counts[bucket] += 1
        sum += value
        if let exemplar { exemplars[bucket] = (value, exemplar) }
    }

    /// A line for each bucket, then the sum and the count.
    package func lineStarts(of name: String, labels: [(name: String, value: String)]) -> [[UInt8]] {
        // OpenMetrics wants 1.0 and not 1. It is the same everywhere, since the text of a bound names its series.
        let limits = bounds.map(\.description) + ["+Inf"]
        return limits.map { lineStart(name + "_bucket", labels + [("le", $0)]) }
            + [lineStart(name + "_sum", labels), lineStart(name + "_count", labels)]
    }

    /// Appends the buckets, each with what is in those before it, the sum and the count.
    package func write(_ lineStarts: [[UInt8]], to exposition: inout Exposition) {
        var total = 0
        for (bucket, count) in counts.enumerated() {
            total += count
            exposition.append(lineStarts[bucket], Double(total), exemplars[bucket])
        }
        exposition.append(lineStarts[counts.count], sum)
        exposition.append(lineStarts[counts.count + 1], Double(total))
    }
}

extension Duration {
    /// This duration as Prometheus counts time.
    var inSeconds: Double {
        // In one instruction: `components` divides 128 bits, at ten times the cost. Whole seconds stay whole, since their text
        // names a series.
        let magnitude = attoseconds.magnitude
        let (high, low) = (UInt64(magnitude >> 64), UInt64(truncatingIfNeeded: magnitude))
        let perSecond: UInt64 = 1_000_000_000_000_000_000
        guard high < perSecond else { return Double(attoseconds) / 1e18 }
        let (whole, rest) = perSecond.dividingFullWidth((high, low))
        let seconds = Double(whole) + Double(rest) / 1e18
        return attoseconds < 0 ? -seconds : seconds
    }
}
