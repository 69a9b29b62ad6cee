/// What an operator needs to know about one metric.
package struct MetricDescription: Sendable, Equatable {
    /// How the numbers of a metric behave.
    package enum Kind: String, Sendable {
        /// A total that only grows while the process lives.
        case counter
        /// A value as it is now.
        case gauge
        /// Observations by their size.
        case histogram
    }

    /// What the numbers count.
    package enum Unit: String, Sendable {
        /// Things, such as records; also 0 or 1.
        case count
        /// Seconds, with decimals.
        case seconds
        /// Bytes.
        case bytes
        /// Shares of a whole, 0 to 1.
        case ratio
        /// Things in each second.
        case perSecond = "per second"
    }

    /// The name in Prometheus, without the suffixes of a histogram's lines.
    package let name: String
    /// How the numbers behave.
    package let kind: Kind
    /// What is counted.
    package let unit: Unit
    /// The names of the labels, in the order in which they are written.
    package let labels: [String]
    /// The meaning, in a sentence.
    package let help: String

    init(_ name: String, _ kind: Kind, _ unit: Unit, labels: [String] = [], _ help: String) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.labels = labels
        self.help = help
    }
}
