import Simulation
import Testing

@Suite struct InvariantTests {
    @Test(arguments: [1...500, 501...1000, 1001...1500, 1501...2000] as [ClosedRange<UInt64>])
    func `every invariant holds whatever goes wrong`(seeds: ClosedRange<UInt64>) {
        for seed in seeds {
            var simulation = Simulation(seed: seed)
            let violation = simulation.run()
            #expect(violation == nil, "seed \(seed); consumption-simulate --seeds \(seed) shows its history")
        }
    }
}
