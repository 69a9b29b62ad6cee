import Glibc
import Kafka
import TestSupport
import Testing

/// Blows on a broker that takes commits while a group rebalances, as Kafka does: nothing is repeated when workers end or
/// join in good order.
@Suite(
    .serialized,
    .timeLimit(.minutes(60)),
    .enabled(if: KafkaClient.version >= TansuProcess.oldestClient, "this librdkafka cannot read Tansu's answers")
)
struct TansuForceTests {
    @Test func `workers killed at random lose nothing`() async throws {
        let blows = Blows(3, every: .seconds(3))
        let trial = try await Trial("SIGKILL", on: TansuProcess(), workers: 3, blows: blows, session: .seconds(2))
        try await trial.deal { _, random in
            try await trial.fleet.replace(Int.random(in: 0..<3, using: &random), with: SIGKILL)
        }
        // It hands no commit metadata back: what the dead one held can come again.
        try await trial.conclude(repeatsPerBlow: Trial.held)
    }

    @Test func `R07 workers ended in turn repeat nothing`() async throws {
        let trial = try await Trial("SIGTERM", on: TansuProcess(), workers: 3, blows: Blows(3, every: .seconds(3)))
        try await trial.deal { _, random in
            try await trial.fleet.replace(Int.random(in: 0..<3, using: &random), with: SIGTERM)
            // Tansu was seen to give a group that never rests no assignment for minutes.
            try await trial.fleet.settle()
        }
        try await trial.conclude(repeatsPerBlow: 0)
    }

    @Test func `from one worker to three and back nothing is repeated`() async throws {
        let trial = try await Trial("1 to 3 to 1", on: TansuProcess(), workers: 1, blows: Blows(4, every: .seconds(4)))
        try await trial.deal { number, _ in
            try await trial.fleet.scale(number)
            try await trial.fleet.settle()
        }
        try await trial.conclude(repeatsPerBlow: 0)
    }

    @Test func `R24 packets swallowed for longer than the session lose nothing`() async throws {
        let (port, advertised) = (freePort(), freePort())
        let broker = try await TansuProcess(on: port, advertising: advertised)
        let proxy = try await ForwardingProxy(from: advertised, to: port)
        let blows = Blows(1, every: .seconds(3), lasting: .seconds(20))
        let trial = try await Trial("swallowed packets", on: broker, workers: 2, blows: blows)
        try await trial.deal { _, _ in
            proxy.swallow()
            try await Task.sleep(for: blows.length)
            proxy.letThrough()
        }
        try await trial.conclude(repeatsPerBlow: 2 * Trial.held)
    }
}
