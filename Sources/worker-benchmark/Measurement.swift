import CAllocations

/// What one operation of a stage costs.
struct Measurement {
    /// Nanoseconds, the median of all rounds, and half the distance between the quartiles.
    let time: Double
    let spread: Double
    let allocations: Double
    let bytes: Double

    /// Measures a stage in this many rounds, after one that warms up.
    init(of stage: Stage, rounds: Int) throws {
        let perform = try stage.prepare()
        try perform(stage.operations)
        let before = allocations_of_this_thread()
        try perform(stage.operations)
        let after = allocations_of_this_thread()
        let clock = ContinuousClock()
        let times = try (0..<rounds).map { _ in
            try clock.measure { try perform(stage.operations) } / .nanoseconds(stage.operations)
        }.sorted()
        time = times[rounds / 2]
        spread = (times[rounds * 3 / 4] - times[rounds / 4]) / 2
        allocations = Double(after.count - before.count) / Double(stage.operations)
        bytes = Double(after.bytes - before.bytes) / Double(stage.operations)
    }
}
