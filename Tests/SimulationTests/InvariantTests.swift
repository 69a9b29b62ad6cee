import Simulation
import Testing

@Suite struct InvariantTests {
    /// As many seeds as a debug build runs in a minute; `.ci/run` has a release build of `consumption-simulate` run 2,000.
    @Test(arguments: [1...100, 101...200, 201...300] as [ClosedRange<UInt64>])
    func `every invariant holds whatever goes wrong`(seeds: ClosedRange<UInt64>) {
        for seed in seeds {
            var simulation = Simulation(seed: seed)
            let violation = simulation.run()
            #expect(violation == nil, "seed \(seed); consumption-simulate --seeds \(seed) shows its history")
        }
    }
}
