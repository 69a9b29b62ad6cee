/// What an operator needs to know about one metric.
package struct MetricDescription: Sendable, Equatable {
    /// What the numbers count.
    package enum Unit: String, Sendable {
        /// Things, such as records; also 0 or 1.
        case count
        /// Seconds, with decimals.
        case seconds
        /// Bytes.
        case bytes
        /// Things in each second.
        case perSecond = "per second"
    }

    /// The name in Prometheus, without the suffixes of a histogram's lines.
    package let name: String
    /// `counter`, `gauge` or `histogram`.
    package let type: String
    /// What is counted.
    package let unit: Unit
    /// The names of the labels.
    package let labels: [String]
    /// The meaning, in a sentence.
    package let help: String
}
