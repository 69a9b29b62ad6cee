/// One metric with all its series, one for each label set that was used.
///
/// A plain value of one owner, who hands a copy to whoever renders it. A label set that comes often is looked up once:
/// `series(for:)` gives its place, and a change at a place costs nanoseconds.
package struct Family<Labels: LabelSet, Value: MetricValue>: Sendable {
    /// The place of a series in its family; it stays valid when the series is removed and comes back.
    package struct Series: Sendable {
        fileprivate let index: Int
    }

    /// What the metric means.
    package let description: MetricDescription
    private let blank: Value
    private var indices: [Labels: Int] = [:]
    private var values: [Value] = []
    private var isShown: [Bool] = []
    private var lineStarts: [[[UInt8]]] = []

    /// - Parameter description: Says the same about kind and labels as the type of the family.
    init(_ description: MetricDescription, blank: Value) {
        precondition(
            description.kind == Value.kind && description.labels == Labels.names,
            "\(description.name) is described as a \(description.kind) by \(description.labels)"
        )
        self.description = description
        self.blank = blank
    }

    /// The series with these labels, which is shown from now on: it starts at 0 when it is new.
    package mutating func series(for labels: Labels) -> Series {
        if let index = indices[labels] {
            isShown[index] = true
            return Series(index: index)
        }
        indices[labels] = values.count
        values.append(blank)
        isShown.append(true)
        let pairs = zip(Labels.names, labels.values).map { (name: $0, value: $1) }
        lineStarts.append(blank.lineStarts(of: description.name, labels: pairs))
        return Series(index: values.count - 1)
    }

    /// The only series of a metric without labels.
    mutating func onlySeries() -> Series where Labels == NoLabels {
        values.isEmpty ? series(for: NoLabels()) : Series(index: 0)
    }

    /// Gets a series ready that is not shown yet, so that showing it in a copy costs next to nothing.
    package mutating func prepare(_ labels: Labels) {
        guard indices[labels] == nil else { return }
        _ = series(for: labels)
        remove(labels)
    }

    /// Forgets one series, such as that of a partition that is gone; a later change starts it anew.
    package mutating func remove(_ labels: Labels) {
        guard let index = indices[labels] else { return }
        values[index] = blank
        isShown[index] = false
    }

    /// Forgets all series.
    package mutating func removeAll() {
        for index in values.indices {
            values[index] = blank
            isShown[index] = false
        }
    }

    /// Inlined, so that it is compiled for each kind of value and not for any.
    @inline(__always) mutating func change(_ series: Series, _ body: (inout Value) -> Void) {
        isShown[series.index] = true
        body(&values[series.index])
    }
}

/// A family of any kind, as far as writing it down is concerned.
protocol Exposable {
    var description: MetricDescription { get }
    func write(to exposition: inout Exposition)
}

extension Family: Exposable {
    /// Appends the family's head and its series; nothing when it has none.
    func write(to exposition: inout Exposition) {
        guard isShown.contains(true) else { return }
        exposition.appendHead(of: description)
        for index in values.indices where isShown[index] {
            values[index].write(lineStarts[index], to: &exposition)
        }
    }
}
