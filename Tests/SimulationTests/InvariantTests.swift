import Simulation
import Testing

@Suite struct InvariantTests {
    /// As many seeds as a debug build runs in a minute; a release build of `consumption-simulate` runs 70 a second.
    @Test(arguments: [1...200, 201...400, 401...600, 601...800] as [ClosedRange<UInt64>])
    func `every invariant holds whatever goes wrong`(seeds: ClosedRange<UInt64>) {
        for seed in seeds {
            var simulation = Simulation(seed: seed)
            let violation = simulation.run()
            #expect(violation == nil, "seed \(seed); consumption-simulate --seeds \(seed) shows its history")
        }
    }
}
