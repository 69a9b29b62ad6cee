import Simulation
import Testing

/// An invariant that nothing can break says nothing: each lie has to be noticed.
@Suite struct MutationTests {
    @Test(arguments: Mutation.allCases.filter { $0.breaks != nil })
    func `a lie between pipeline and world breaks its invariant within 500 seeds`(mutation: Mutation) {
        let violation = (1...500 as ClosedRange<UInt64>).lazy.compactMap { seed in
            var simulation = Simulation(
                seed: seed,
                mutation: mutation,
                checking: Set([mutation.breaks].compactMap { $0 })
            )
            return simulation.run()
        }.first
        #expect(violation?.invariant == mutation.breaks)
    }

    @Test func `every invariant has a lie that breaks it`() {
        #expect(Set(Mutation.allCases.compactMap(\.breaks)) == Set(Invariant.allCases))
    }

    @Test func `every lie is told in the simulation or in the small world`() {
        #expect(Mutation.allCases.allSatisfy { $0.breaks != nil || Mutation.explored.contains($0) })
    }

    @Test func `a seed fails at the same step whenever it is run`() {
        var first = Simulation(seed: 2, mutation: .sharesTooLarge, keepsHistory: true)
        var second = Simulation(seed: 2, mutation: .sharesTooLarge, keepsHistory: true)
        let violation = first.run()
        #expect(violation != nil)
        #expect(second.run() == violation)
        #expect(second.history == first.history)
    }
}
