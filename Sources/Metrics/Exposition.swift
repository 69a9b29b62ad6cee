/// Metrics as the text that answers a scrape.
package struct Exposition: Sendable {
    /// How it is written.
    package let format: ExpositionFormat
    /// The text so far, UTF-8.
    package private(set) var bytes: [UInt8] = []

    init(_ format: ExpositionFormat) {
        self.format = format
    }

    /// Appends what comes before the series of a metric.
    mutating func appendHead(of metric: MetricDescription) {
        // OpenMetrics calls a counter by what it counts, and has _total for its samples only.
        let isCounter = format == .openMetrics && metric.kind == .counter
        let name = isCounter ? String(metric.name.dropLast("_total".count)) : metric.name
        append("# HELP \(name) \(escaped(metric.help, quotes: format == .openMetrics))\n")
        append("# TYPE \(name) \(metric.kind.rawValue)\n")
        if format == .openMetrics, let unit = metric.unit.suffix { append("# UNIT \(name) \(unit)\n") }
    }

    /// Appends a line.
    ///
    /// - Parameter exemplar: Left out where the format has no place for it.
    mutating func append(_ lineStart: [UInt8], _ number: Double, _ exemplar: (Double, Exemplar)? = nil) {
        bytes.append(contentsOf: lineStart)
        append(number)
        if format == .openMetrics, let (value, exemplar) = exemplar {
            append(" # {trace_id=\"\(exemplar.traceID)\"} ")
            append(value)
            append(" \(Self.text(of: exemplar.time.inSeconds))")
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends what says that nothing was cut off, where the format has it.
    mutating func end() {
        if format == .openMetrics { append("# EOF\n") }
    }

    /// The number as Prometheus reads it; whole numbers have no decimal point.
    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func append(_ number: Double) {
        if let integer = Int(exactly: number), integer.magnitude < 1 << 53 {
            append(integer)
        } else {
            append(Self.text(of: number))
        }
    }

    /// Writes the digits in place, since almost all numbers are whole and a `String` for each would be waste.
    private mutating func append(_ integer: Int) {
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.endIndex
        var rest = integer.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}

extension MetricDescription.Unit {
    /// What OpenMetrics calls it, and wants the name of the metric to end with; `nil` for what it has no word for.
    fileprivate var suffix: String? {
        switch self {
        case .seconds, .bytes, .ratio: rawValue
        case .count, .perSecond: nil
        }
    }
}

/// A line up to its number: the name, the labels with their values escaped, and a space.
func lineStart(_ name: String, _ labels: [(name: String, value: String)]) -> [UInt8] {
    let pairs = labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
    return Array((pairs.isEmpty ? "\(name) " : "\(name){\(pairs.joined(separator: ","))} ").utf8)
}

/// Text with its backslashes and line feeds escaped, and its quotes where the text stands between quotes.
func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\"" where quotes: result += "\\\""
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
