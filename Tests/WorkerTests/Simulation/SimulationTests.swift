import Flow
import Testing
import Worker

/// Groups of real pipelines against a simulated Kafka and App Store, from many seeds.
@Suite struct SimulationTests {
    static let seeds = 0..<40 as Range<UInt64>

    private func run(_ plan: Simulation.Plan, _ seed: UInt64) {
        var simulation = Simulation(plan, seed: seed)
        let fault = simulation.run()
        #expect(fault == nil, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `with nothing but lost answers every event ends, and only they repeat anything`(seed: UInt64) {
        var plan = Simulation.Plan()
        plan.appStore.lostAnswer = 0.03
        run(plan, seed)
    }

    @Test(arguments: seeds)
    func `rebalances repeat nothing where commits are taken`(seed: UInt64) {
        var plan = Simulation.Plan()
        plan.members = 3
        plan.rebalances = 8
        // What another worker accepted is known to this one only from commits, so a later repeat would be sent again.
        plan.repeats = 0
        plan.appStore.serverError = 0.1
        run(plan, seed)
    }

    @Test(arguments: seeds)
    func `crashes, lost assignments and refused commits lose nothing`(seed: UInt64) {
        var plan = Simulation.Plan()
        plan.members = 3
        plan.crashes = 4
        plan.losses = 3
        plan.rebalances = 3
        plan.commitRefusal = 0.3
        plan.publishFailure = 0.3
        run(plan, seed)
    }

    @Test(arguments: seeds)
    func `whatever the App Store does, nothing is lost and nothing is wrongly dead-lettered`(seed: UInt64) {
        var plan = Simulation.Plan()
        plan.rebalances = 2
        plan.crashes = 1
        plan.appStore.serverError = 0.15
        plan.appStore.throttled = 0.05
        plan.appStore.hanging = 0.05
        plan.appStore.lostAnswer = 0.03
        plan.appStore.outage = .seconds(5) ..< .seconds(200)
        plan.appStore.refusedApp = (0, .seconds(210) ..< .seconds(400))
        run(plan, seed)
    }

    @Test(arguments: Simulation.Mutation.allCases)
    func `every invariant bites: a fault put in on purpose is found`(mutation: Simulation.Mutation) {
        var plan = Simulation.Plan()
        plan.members = 2
        plan.rebalances = 6
        plan.publishFailure = 0.3
        plan.appStore.serverError = 0.2
        plan.appStore.outage = mutation == .tellsAnEarlierTime ? .seconds(5) ..< .seconds(12 * 3600) : nil
        let found = (0..<500 as Range<UInt64>).first { seed in
            var simulation = Simulation(plan, seed: seed, mutation: mutation)
            return simulation.run(limit: .seconds(13 * 3600)) != nil
        }
        #expect(found != nil)
    }
}
