import TestSupport
import Testing

/// A broker that goes and comes back with its data.
@Suite(.serialized, .timeLimit(.minutes(60))) struct BrokerRestartForceTests {
    @Test func `R25 a broker that is stopped and started again costs nothing`() async throws {
        let (port, data) = (freePort(), try TemporaryDirectory())
        var broker = try await BrokerProcess(on: port, in: data)
        let blows = Blows(1, every: .seconds(4), lasting: .seconds(4))
        let trial = try await Trial("broker restart", on: broker, workers: 2, blows: blows, session: .seconds(20))
        try await trial.deal { _, _ in
            await broker.stop()
            try await Task.sleep(for: blows.length)
            broker = try await BrokerProcess(on: port, in: data)
        }
        // It hands no commit metadata back, so what a worker holds can come again: when the broker goes, when it comes
        // back without the members, and when one ends with 70, since the broker has forgotten its producer, too.
        try await trial.conclude(repeatsPerBlow: 3 * 2 * Trial.held, exitCodes: [0, 70], brokerForgets: true)
    }
}
