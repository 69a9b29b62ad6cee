/// What one worker of a group may use of a limit.
package enum RateShare: Hashable, Sendable {
    case nothing
    /// That many starts within any stretch of that length, whenever they are wanted.
    case starts(Int, within: Duration)
    /// One start in each of its slots.
    case slots(RateSlots)

    /// Starts in a second, on average.
    package var perSecond: Double {
        switch self {
        case .nothing: 0
        case .starts(let count, let period): Double(count) / period.seconds
        case .slots(let slots): slots.perSecond
        }
    }

    /// What is left of it at once when it becomes `new`; what `new` has beyond that was another worker's until now.
    func kept(in new: RateShare) -> RateShare {
        switch (self, new) {
        case (.nothing, _), (_, .nothing): .nothing
        case (.starts(let count, let period), .starts(let newCount, _)): .starts(min(count, newCount), within: period)
        // Whoever has starts whenever it likes while others will have slots had the whole limit.
        case (.starts, .slots): new
        case (.slots, .starts): self
        case (.slots(let slots), .slots(let newSlots)): slots.kept(in: newSlots)
        }
    }
}
