import Glibc
import Kafka
import TestSupport
import Testing

/// Workers that die, halt and are sent errors, on a cluster that evicts the dead and hands commit metadata back.
///
/// It refuses commits while a group rebalances: each blow can repeat what was under way in every member.
@Suite(.serialized, .timeLimit(.minutes(60))) struct MockClusterForceTests {
    private let broker: MockBroker

    init() throws {
        broker = try MockBroker()
    }

    @Test func `R15 workers killed at random lose nothing`() async throws {
        let blows = Blows(2, every: .seconds(5))
        let trial = try await Trial("SIGKILL", on: broker, workers: 3, blows: blows, session: .seconds(2))
        try await trial.deal { _, random in
            try await trial.fleet.replace(Int.random(in: 0..<3, using: &random), with: SIGKILL)
        }
        try await trial.conclude(repeatsPerBlow: 3 * Trial.inFlight)
    }

    @Test func `with outcomes, a worker killed at random repeats only what it had in flight`() async throws {
        let blows = Blows(3, every: .seconds(3))
        let trial = try await Trial(
            "SIGKILL, outcomes",
            on: broker,
            workers: 3,
            blows: blows,
            session: .seconds(2),
            outcomes: true
        )
        try await trial.deal { _, random in
            try await trial.fleet.replace(Int.random(in: 0..<3, using: &random), with: SIGKILL)
        }
        // Nothing of the other workers, though the cluster refuses their commits while the group rebalances.
        try await trial.conclude(repeatsPerBlow: Trial.inFlight)
    }

    @Test func `workers ended in turn lose nothing`() async throws {
        let trial = try await Trial("SIGTERM", on: broker, workers: 3, blows: Blows(3, every: .seconds(3)))
        try await trial.deal { _, random in
            try await trial.fleet.replace(Int.random(in: 0..<3, using: &random), with: SIGTERM)
        }
        // One group without the old member, one with the new one.
        try await trial.conclude(repeatsPerBlow: 2 * 2 * Trial.inFlight)
    }

    @Test func `from one worker to three and back nothing is lost`() async throws {
        let trial = try await Trial("1 to 3 to 1", on: broker, workers: 1, blows: Blows(4, every: .seconds(3)))
        try await trial.deal { number, _ in try await trial.fleet.scale(number) }
        try await trial.conclude(repeatsPerBlow: 3 * Trial.inFlight)
    }

    @Test func `a worker that was halted past its session loses nothing`() async throws {
        let blows = Blows(1, every: .seconds(3), lasting: .seconds(15))
        let trial = try await Trial("SIGSTOP", on: broker, workers: 3, blows: blows, session: .seconds(3))
        try await trial.deal { _, random in
            let worker = await trial.fleet.workers[Int.random(in: 0..<3, using: &random)]
            worker.process.send(SIGSTOP)
            try await Task.sleep(for: blows.length)
            worker.process.send(SIGCONT)
        }
        // One group without it, one with it again.
        try await trial.conclude(repeatsPerBlow: 2 * 3 * Trial.inFlight)
    }

    @Test func `brokers that are gone for longer than the session lose nothing`() async throws {
        let blows = Blows(1, every: .seconds(3), lasting: .seconds(5))
        let trial = try await Trial("brokers down", on: broker, workers: 2, blows: blows, session: .seconds(3))
        try await trial.deal { _, _ in
            try broker.cluster.setDown()
            try await Task.sleep(for: blows.length)
            try broker.cluster.setUp()
        }
        // Until their sessions are over the workers go on with what they hold, and cannot commit it.
        try await trial.conclude(repeatsPerBlow: 2 * Trial.held)
    }

    @Test func `R25 errors of every kind of request lose nothing`() async throws {
        let blows = Blows(Self.faults.count, every: .seconds(2))
        let trial = try await Trial("injected errors", on: broker, workers: 2, blows: blows)
        try await trial.deal { number, _ in
            let (request, error) = Self.faults[number % Self.faults.count]
            broker.cluster.push([error, error, error], to: request)
        }
        try await trial.conclude(repeatsPerBlow: 2 * Trial.inFlight)
    }

    private static let faults: [(KafkaRequest, KafkaErrorCode)] = [
        (.produce, .notEnoughReplicas), (.fetch, .transport), (.offsetCommit, .notCoordinator),
        (.heartbeat, .illegalGeneration), (.joinGroup, .unknownMemberID), (.offsetFetch, .rebalanceInProgress),
        (.findCoordinator, .transport), (.heartbeat, .transport),
    ]
}
