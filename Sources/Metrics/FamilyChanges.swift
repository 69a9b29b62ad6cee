extension Family where Value == Counter {
    /// The counter of this name in the catalogue.
    init(_ name: String) {
        self.init(MetricCatalogue.description(of: name), blank: Counter())
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
        increment(onlySeries(), by: amount)
    }

    /// Takes over a total that somebody else counts.
    package mutating func set(_ labels: Labels, total: Double) {
        change(series(for: labels)) { $0.total = total }
    }

    /// Takes over a total in seconds that somebody else counts, such as the system.
    package mutating func set(_ labels: Labels, total: Duration) {
        set(labels, total: total.inSeconds)
    }
}

extension Family where Value == Gauge {
    /// The gauge of this name in the catalogue.
    init(_ name: String) {
        self.init(MetricCatalogue.description(of: name), blank: Gauge())
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
        set(onlySeries(), to: value)
    }
}

extension Family where Value == Histogram {
    /// The histogram of this name in the catalogue, of durations.
    init(_ name: String, bounds: [Duration]) {
        self.init(name, bounds: bounds.map(\.inSeconds))
    }

    /// The histogram of this name in the catalogue.
    init(_ name: String, bounds: [Double]) {
        self.init(MetricCatalogue.description(of: name), blank: Histogram(bounds: bounds))
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
    ///
    /// - Parameter exemplar: Shown in its bucket until the next one takes the place.
    package mutating func observe(_ duration: Duration, _ exemplar: Exemplar? = nil) where Labels == NoLabels {
        change(onlySeries()) { $0.observe(duration.inSeconds, exemplar) }
    }

    /// Counts one number in the only series.
    package mutating func observe(_ value: Double) where Labels == NoLabels {
        change(onlySeries()) { $0.observe(value) }
    }
}
