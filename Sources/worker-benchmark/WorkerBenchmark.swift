/// Measures the stages of the worker by themselves, and serves ops/bench as cluster and producer.
@main
struct WorkerBenchmark {
    private static let usage = """
        Usage: worker-benchmark stages [NAME…]
               worker-benchmark perform NAME OPERATIONS
               worker-benchmark cluster TOPIC:PARTITIONS…
               worker-benchmark produce SERVERS TOPIC COUNT [--from N] [--apps N] [--rate N] [--invalid]

        stages   a line for each stage, its columns parted by tabs: name; nanoseconds for one operation (median of 31
                 rounds) and half the distance of their quartiles; allocations; bytes allocated
        perform  one stage so often and nothing else, for a profiler
        cluster  a Kafka cluster (librdkafka's mock) until standard input ends; prints its bootstrap servers
        produce  writes events with the numbers from N on, spread over this many apps (one); --rate: so many in a
                 second, each with a line that says when (UNIX µs) and which transaction; --invalid: each breaks a
                 rule. Prints a line when the last one is acknowledged.

        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "stages":
            let names = arguments.dropFirst()
            for stage in Stage.all where names.isEmpty || names.contains(stage.name) { try report(stage) }
        case "perform" where arguments.count == 3:
            guard let stage = Stage.all.first(where: { $0.name == arguments[1] }), let count = Int(arguments[2]) else {
                leave(usage)
            }
            try stage.prepare()(count)
        case "cluster": try Cluster(topics: arguments.dropFirst()).run()
        case "produce":
            guard let order = ProduceOrder(arguments.dropFirst()) else { leave(usage) }
            try await order.run()
        default: leave(usage)
        }
    }

    private static func report(_ stage: Stage) throws {
        let cost = try Measurement(of: stage, rounds: 31)
        let numbers = [cost.time, cost.spread, cost.allocations, cost.bytes]
        writeLine(([stage.name] + numbers.map { "\(($0 * 100).rounded() / 100)" }).joined(separator: "\t"))
    }
}
