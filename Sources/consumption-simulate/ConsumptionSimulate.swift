import Glibc
import Simulation

/// Runs the simulation over a range of seeds, and shows the history of the first that fails.
@main
struct ConsumptionSimulate {
    private static let usage = """
        usage: consumption-simulate --seeds A-B [--mutation NAME]
        Runs the simulation for each seed from A to B. The history of the first that breaks an invariant is printed;
        the same seed alone (--seeds A) makes the same run. Exit code 1 when a seed fails.

        """

    static func main() {
        guard let order = Order(CommandLine.arguments.dropFirst()) else {
            write(usage, to: STDERR_FILENO)
            exit(64)
        }
        for seed in order.seeds {
            var simulation = Simulation(seed: seed, mutation: order.mutation)
            guard simulation.run() != nil else { continue }
            show(seed, order.mutation)
            exit(1)
        }
        write("\(order.seeds.count) seeds hold every invariant\n", to: STDOUT_FILENO)
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
