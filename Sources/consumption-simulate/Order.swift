import Simulation

/// What the command line asks for.
enum Order {
    case help
    /// Runs the simulation, with a lie to tell in each run if one is named.
    case simulate(ClosedRange<UInt64>, Mutation?)
    /// Walks through the small world to this depth.
    case explore(depth: Int, Mutation?)

    /// `nil` when the words are not understood.
    init?(_ words: some Collection<String>) {
        if words.contains("--help") || words.contains("-h") {
            self = .help
            return
        }
        guard let options = Self.options(words) else { return nil }
        let mutation = options["--mutation"].map { Mutation(rawValue: $0) }
        switch (options["--seeds"].map(Self.range), options["--explore"].map(Self.depth), mutation) {
        case (let seeds??, nil, nil): self = .simulate(seeds, nil)
        case (let seeds??, nil, let mutation??) where mutation.breaks != nil: self = .simulate(seeds, mutation)
        case (nil, let depth??, nil): self = .explore(depth: depth, nil)
        case (nil, let depth??, let mutation??) where Mutation.explored.contains(mutation):
            self = .explore(depth: depth, mutation)
        default: return nil
        }
    }

    /// Each option with its value; `nil` when one is unknown, has no value or comes twice.
    private static func options(_ words: some Collection<String>) -> [String: String]? {
        var options: [String: String] = [:]
        var rest = Array(words)[...]
        while let name = rest.popFirst() {
            guard ["--seeds", "--explore", "--mutation"].contains(name), options[name] == nil,
                let value = rest.popFirst()
            else { return nil }
            options[name] = value
        }
        return options
    }

    private static func range(_ text: String) -> ClosedRange<UInt64>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last else {
            return nil
        }
        return first...last
    }

    private static func depth(_ text: String) -> Int? {
        Int(text).flatMap { (1...20).contains($0) ? $0 : nil }
    }
}
