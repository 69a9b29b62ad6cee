import Simulation
import Testing

/// Deeper walks take a release build: `consumption-simulate --explore 12`.
@Suite struct ExplorationTests {
    @Test func `every order of eight events in the small world holds and comes to a good end`() async {
        var exploration = Exploration()
        await exploration.run(depth: 8)
        #expect(
            exploration.finding == nil,
            "\(exploration.finding?.events ?? []): \(exploration.finding?.reason ?? "")"
        )
        #expect(exploration.orderCount(depth: 8) > 200_000)
    }

    /// Were two states taken for one that are not, one of them would have other ways on than are counted for it.
    @Test func `orders that are followed on as one have as many ways on as each of them has`() async {
        var exploration = Exploration()
        await exploration.run(depth: 7)
        #expect(exploration.orderCount(depth: 7) == Exploration.orderCountOneByOne(depth: 7))
        #expect(exploration.eventCount < exploration.orderCount(depth: 7) / 5)
    }

    @Test(arguments: Mutation.explored)
    func `a lie is found within eight events`(mutation: Mutation) async {
        var finding: Exploration.Finding?
        for depth in [5, 6, 8] where finding == nil {
            var exploration = Exploration(mutation: mutation)
            await exploration.run(depth: depth)
            finding = exploration.finding
        }
        #expect(finding != nil)
    }
}
