extension Family where Value == Counter {
    init(_ name: String, unit: MetricDescription.Unit = .count, help: String) {
        self.init(name, unit: unit, blank: Counter(), help: help)
    }

    /// Counts up at a place that was looked up before.
    package mutating func increment(_ series: Series, by amount: UInt = 1) {
        change(series) { $0.total += Double(amount) }
    }

    /// Counts up the series with these labels.
    package mutating func increment(_ labels: Labels, by amount: UInt = 1) {
        increment(series(for: labels), by: amount)
    }

    /// Counts up the only series.
    package mutating func increment(by amount: UInt = 1) where Labels == NoLabels {
        increment(NoLabels(), by: amount)
    }

    /// Takes over a total in seconds that somebody else counts, such as the system.
    package mutating func set(total: Duration) where Labels == NoLabels {
        change(series(for: NoLabels())) { $0.total = total.inSeconds }
    }
}

extension Family where Value == Gauge {
    init(_ name: String, unit: MetricDescription.Unit = .count, help: String) {
        self.init(name, unit: unit, blank: Gauge(), help: help)
    }

    /// Sets the value at a place that was looked up before.
    package mutating func set(_ series: Series, to value: Double) {
        change(series) { $0.value = value }
    }

    /// Sets the value of the series with these labels.
    package mutating func set(_ labels: Labels, to value: Double) {
        set(series(for: labels), to: value)
    }

    /// Sets the value of the series with these labels, in seconds.
    package mutating func set(_ labels: Labels, to duration: Duration) {
        set(series(for: labels), to: duration.inSeconds)
    }

    /// Sets the value of the only series.
    package mutating func set(to value: Double) where Labels == NoLabels {
        set(NoLabels(), to: value)
    }
}

extension Family where Value == Histogram {
    init(_ name: String, bounds: [Duration], help: String) {
        self.init(name, unit: .seconds, blank: Histogram(bounds: bounds.map(\.inSeconds)), help: help)
    }

    init(_ name: String, bounds: [Double], help: String) {
        self.init(name, unit: .count, blank: Histogram(bounds: bounds), help: help)
    }

    /// Counts one duration at a place that was looked up before.
    package mutating func observe(_ series: Series, _ duration: Duration) {
        change(series) { $0.observe(duration.inSeconds) }
    }

    /// Counts one duration in the series with these labels.
    package mutating func observe(_ labels: Labels, _ duration: Duration) {
        observe(series(for: labels), duration)
    }

    /// Counts one duration in the only series.
    package mutating func observe(_ duration: Duration) where Labels == NoLabels {
        observe(NoLabels(), duration)
    }

    /// Counts one number in the only series.
    package mutating func observe(_ value: Double) where Labels == NoLabels {
        change(series(for: NoLabels())) { $0.observe(value) }
    }
}
