import Simulation

/// What the command line asks for.
struct Order {
    let seeds: ClosedRange<UInt64>
    /// A lie to tell in each run, to see that it is noticed.
    let mutation: Mutation?

    /// `nil` when the words are not understood.
    init?(_ words: some Collection<String>) {
        var (seeds, mutation): (ClosedRange<UInt64>?, Mutation?)
        var rest = Array(words)[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--seeds": seeds = Self.range(value)
            case "--mutation":
                mutation = Mutation(rawValue: value)
                if mutation == nil { return nil }
            default: return nil
            }
        }
        guard let seeds else { return nil }
        self.seeds = seeds
        self.mutation = mutation
    }

    private static func range(_ text: String) -> ClosedRange<UInt64>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last else {
            return nil
        }
        return first...last
    }
}
