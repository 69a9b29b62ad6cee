import Glibc
import Simulation

/// Runs the simulation over a range of seeds and shows the history of the first that fails, or walks the small world.
@main
struct ConsumptionSimulate {
    private static let usage = """
        Usage: consumption-simulate --seeds A-B [--mutation NAME]
               consumption-simulate --explore DEPTH [--mutation NAME]

        --seeds A-B      runs the simulation for each seed from A to B; the history of the first that breaks an
                         invariant is printed, and the same seed alone (--seeds A) makes the same run
        --explore DEPTH  walks through every order of up to DEPTH events (1 to 20) in the small world; the shortest
                         order that ends badly is printed
        --mutation NAME  tells a lie between the pipelines and their world, to see that it is noticed

        Mutations for --seeds:
        \(names(of: Mutation.allCases.filter { $0.breaks != nil }))
        Mutations for --explore:
        \(names(of: Mutation.explored))

        Exit codes:
          0  every seed, or every order, holds
          1  one does not
          64 wrong usage

        """

    private static func names(of mutations: [Mutation]) -> String {
        mutations.map { "  \($0.rawValue)" }.joined(separator: "\n")
    }

    static func main() async {
        switch Order(CommandLine.arguments.dropFirst()) {
        case .help: write(usage, to: STDOUT_FILENO)
        case .simulate(let seeds, let mutation): simulate(seeds, mutation)
        case .explore(let depth, let mutation): await explore(depth, mutation)
        case nil:
            write(usage, to: STDERR_FILENO)
            exit(64)
        }
    }

    private static func simulate(_ seeds: ClosedRange<UInt64>, _ mutation: Mutation?) {
        for seed in seeds {
            var simulation = Simulation(seed: seed, mutation: mutation)
            guard simulation.run() != nil else { continue }
            show(seed, mutation)
            exit(1)
        }
        write("\(seeds.count) seeds hold every invariant\n", to: STDOUT_FILENO)
    }

    /// The run once more, with its history.
    private static func show(_ seed: UInt64, _ mutation: Mutation?) {
        var replay = Simulation(seed: seed, mutation: mutation, keepsHistory: true)
        let violation = replay.run()
        for line in replay.history { write(line + "\n", to: STDOUT_FILENO) }
        let outcome =
            violation.map { "\($0)" }
            ?? "the same run broke nothing when it was repeated: that is a fault of the simulation"
        write("seed \(seed): \(outcome)\n", to: STDOUT_FILENO)
    }

    private static func explore(_ depth: Int, _ mutation: Mutation?) async {
        var exploration = Exploration(mutation: mutation)
        await exploration.run(depth: depth)
        if let finding = exploration.finding {
            for event in finding.events { write(event + "\n", to: STDOUT_FILENO) }
            write("after \(finding.events.count) events: \(finding.reason)\n", to: STDOUT_FILENO)
            exit(1)
        }
        let (orders, states) = (exploration.orderCount(depth: depth), exploration.stateCount)
        write(
            "\(orders) orders of \(depth) events, \(states) states, \(exploration.eventCount) steps: all hold\n",
            to: STDOUT_FILENO
        )
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { exit(74) }
            rest = rest.dropFirst(count)
        }
    }
}
