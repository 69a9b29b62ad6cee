/// A number of starts that no stretch of a length may hold more of.
///
/// Starts are whole: of 5.5 a second 5 fit into every second, and half a one a second is one in two seconds.
package struct RateLimit: Hashable, Sendable {
    /// The most starts in any `period`, at least 1.
    package let count: Int
    /// A second; longer for a limit below one a second.
    package let period: Duration

    /// - Parameter perSecond: Over 0; one start in twelve days is the least that is told apart from none.
    package init(perSecond: Double) {
        count = max(1, Int(perSecond))
        period = perSecond < 1 ? .seconds(1 / max(perSecond, 1e-6)) : .seconds(1)
    }

    /// What a worker may use of it that owns some of the topic's partitions.
    ///
    /// Every worker works it out alone, and together they never have more than the limit: each partition carries a whole
    /// number of the starts, and where there are fewer starts than partitions these take turns by the clock.
    ///
    /// - Parameters:
    ///   - partitions: The numbers of those that are owned, each once.
    ///   - partitionCount: How many there are in all.
    package func share(of partitions: [Int], among partitionCount: Int) -> RateShare {
        guard !partitions.isEmpty, partitionCount > 0 else { return .nothing }
        guard partitions.count < partitionCount else { return .starts(count, within: period) }
        guard count >= partitionCount else {
            return .slots(RateSlots(self, of: partitions, among: partitionCount))
        }
        let own = partitions.map { ($0 + 1) * count / partitionCount - $0 * count / partitionCount }
        return .starts(own.reduce(0, +), within: period)
    }
}
