/// Walks through every order of events in the small world up to a depth.
///
/// Orders that lead to one state are followed on as one: what comes after a state depends on nothing but the state.
package struct Exploration: Sendable {
    /// An order of events after which something does not hold, none shorter.
    package struct Finding: Sendable {
        package let events: [String]
        package let reason: String
    }

    package private(set) var finding: Finding?
    private let mutation: Mutation?
    private var seen: [StateKey: Int] = [:]
    /// How each state was reached first: from which state, by what.
    private var origins: [(from: Int, by: String)] = []
    /// Every event that was made to happen: from which state it leads to which; what the last ones lead to is not kept.
    private var events: [(from: Int, to: Int?)] = []

    private struct Node: Sendable {
        var world: SmallWorld
        var place: Int
    }

    private struct Step: Sendable {
        var world: SmallWorld
        /// `nil` at the end of the walk, where nothing follows.
        var key: StateKey?
        var from: Int
        var by: String
    }

    /// - Parameter mutation: A lie to tell; `nil` for an honest walk.
    package init(mutation: Mutation? = nil) {
        self.mutation = mutation
    }

    /// States that differ in something that matters, without those after the last event.
    package var stateCount: Int { origins.count }

    /// Events that were made to happen: whatever was possible, once in each state.
    package var eventCount: Int { events.count }

    /// Walks to a depth, at least 1, or to the first finding; where only the last event is left, everything has to come
    /// to a good end as well when nothing goes wrong any more.
    package mutating func run(depth: Int) async {
        let start = SmallWorld(mutation: mutation)
        var layer = [meet(Step(world: start, key: StateKey(of: start), from: -1, by: "start"))].compactMap { $0 }
        for left in (0..<depth).reversed() where finding == nil {
            if left == 0 { await calm(layer) }
            layer = await follow(layer, isLast: left == 0)
        }
    }

    /// Makes everything happen that is possible in each state of a layer.
    ///
    /// - Returns: The states that were not met before.
    private mutating func follow(_ layer: [Node], isLast: Bool) async -> [Node] {
        var next: [Node] = []
        // In parts: only new states are kept, and they are few among those that are reached.
        for start in stride(from: 0, to: layer.count, by: 1000) where finding == nil {
            let part = Array(layer[start..<min(start + 1000, layer.count)])
            let steps = await spread(part) { Self.steps(from: $0, isLast: isLast) }.flatMap { $0 }
            next += steps.compactMap { meet($0) }
        }
        return next
    }

    private static func steps(from node: Node, isLast: Bool) -> [Step] {
        node.world.possible.map { event in
            var world = node.world
            world.happen(event)
            let key = isLast ? nil : StateKey(of: world)
            return Step(world: world, key: key, from: node.place, by: node.world.name(of: event))
        }
    }

    /// - Returns: The state that a step has led to, if it was not met before.
    private mutating func meet(_ step: Step) -> Node? {
        if let reason = step.world.violation { find(reason, after: step.from, then: [step.by]) }
        let place = step.key.map { seen[$0] ?? origins.count }
        if step.from >= 0 { events.append((step.from, place)) }
        guard let key = step.key, let place, place == origins.count else { return nil }
        seen[key] = place
        origins.append((step.from, step.by))
        return Node(world: step.world, place: place)
    }

    /// From here on nothing goes wrong any more, and so everything has to end.
    ///
    /// Near the end of the walk this is enough: from any earlier state the first events of a calm have been walked.
    private mutating func calm(_ nodes: [Node]) async {
        let ends = await spread(nodes) { node in
            var world = node.world
            return world.calm().map { (place: node.place, end: $0) }
        }
        for case (let place, let end)? in ends { find(end.reason, after: place, then: end.events) }
    }

    private mutating func find(_ reason: String, after place: Int, then events: [String]) {
        guard finding == nil else { return }
        var (before, place): ([String], Int) = ([], place)
        while place >= 0 {
            before.append(origins[place].by)
            place = origins[place].from
        }
        finding = Finding(events: before.reversed() + events, reason: reason)
    }

    /// Walks through every order by itself, as often as it leads to a state that is known: to see that orders which count
    /// as one have the same number of ways on.
    ///
    /// - Returns: How many orders of so many events there are.
    package static func orderCountOneByOne(depth: Int) -> Int {
        func count(from world: SmallWorld, _ left: Int) -> Int {
            let possible = world.possible
            guard left > 1 else { return possible.count }
            return possible.reduce(0) { sum, event in
                var next = world
                next.happen(event)
                return sum + count(from: next, left - 1)
            }
        }
        return count(from: SmallWorld(mutation: nil), depth)
    }

    /// How many orders of so many events there are, by the states that they lead through.
    package func orderCount(depth: Int) -> Int {
        var orders = Array(repeating: 0, count: stateCount)
        orders[0] = 1
        for _ in 1..<depth {
            var next = Array(repeating: 0, count: stateCount)
            for case (let from, let to?) in events { next[to] += orders[from] }
            orders = next
        }
        return events.reduce(0) { $0 + orders[$1.from] }
    }

    /// Does something with many items on both cores; the results are in the order of the items.
    private func spread<Item: Sendable, Result: Sendable>(
        _ items: [Item],
        _ body: @escaping @Sendable (Item) -> Result
    ) async -> [Result] {
        await withTaskGroup(of: (Int, [Result]).self) { group in
            for start in stride(from: 0, to: items.count, by: 100) {
                group.addTask { (start, items[start..<min(start + 100, items.count)].map(body)) }
            }
            var parts: [Int: [Result]] = [:]
            for await (start, part) in group { parts[start] = part }
            return parts.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }
}
