import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// The dead-letter brake of the real program: refusals have become the rule.
@Suite(.serialized, .timeLimit(.minutes(10))) struct BrakeTests {
    /// Held for longer than a session: a worker that stopped its heartbeats could not commit at the end.
    private static let settings = """
        submission: { linger: 0s, rateLimit: { production: 5000, sandbox: 5000 } }
        deadLetters:
          brake: { consecutive: 200, share: 0.5, over: 1000, hold: 12s }
        """

    enum Cause: CaseIterable { case rules, apple }

    @Test(arguments: Cause.allCases)
    func `it trips at its setting, holds what is left, and ends with 75`(cause: Cause) async throws {
        let world = try await AppStoreWorld(on: MockBroker())
        switch cause {
        case .rules: try await DeadLettersTests.produceInvalid(1000, to: world)
        case .apple:
            for stand in [world.production, world.sandbox] {
                stand.changeFaults {
                    $0.failureShare = 1
                    $0.failures = [.error(status: 400, code: 4_000_006, message: "Invalid transaction id.")]
                }
            }
            let work = Workload(
                count: 1000,
                topic: world.topic,
                apps: AppStoreWorld.apps,
                invalidShare: 0,
                signedDate: WholePathTests.now,
                seed: 5
            )
            try await work.produce(to: world.broker)
        }
        let worker = try await world.startWorker(Self.settings)
        let start = ContinuousClock.now
        #expect(try await worker.wait { try await worker.get("/readyz").body.contains("dead-letter brake") })
        #expect(try await worker.get("/readyz").status == 503)
        #expect(try await worker.get("/healthz").status == 200)
        #expect(try await worker.metric("consumption_brake_tripped") == 1)
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: 200))
        #expect(try await worker.wait { try await worker.metric("consumption_in_flight") == 0 })
        let letters = try await worker.metric("consumption_dead_letters_total")
        // What was with Apple when it tripped is refused as well.
        #expect(letters >= 200 && letters <= (cause == .rules ? 200 : 264), "\(letters)")
        #expect(try await worker.metric("consumption_assigned_partitions") == 6)
        let (status, log) = await worker.process.wait()
        #expect(status == 75)
        #expect(ContinuousClock.now - start >= .seconds(12))
        #expect(log.count { $0.contains(#""message":"dead-letter brake tripped""#) } == 1)
        #expect(!log.contains { $0.contains("partitions lost") || $0.contains("commit refused") }, "\(log)")
        let filed = try await world.broker.read(world.deadLetterTopic, atLeast: Int(letters)).count
        // Its last commit was taken: it was a member to the end.
        let left = try await world.lag()
        #expect(left <= 1000 - 200 + (cause == .rules ? 0 : 64), "\(left) of 1,000 left, \(filed) filed")
        #expect(left >= 1000 - filed)
    }

    @Test func `a handful of refusals at the start does not trip it`() async throws {
        let world = try await AppStoreWorld()
        try await DeadLettersTests.produceInvalid(150, to: world)
        let worker = try await world.startWorker(Self.settings)
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: 150))
        #expect(try await worker.get("/readyz").status == 200)
        #expect(await worker.stop().status == 0)
    }

    @Test func `a wave of events that are too late does not trip it, and is counted apart`() async throws {
        let world = try await AppStoreWorld()
        let work = Workload(
            count: 1500,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: WholePathTests.now - 13 * 3_600_000,
            seed: 6
        )
        try await work.produce(to: world.broker)
        let worker = try await world.startWorker(Self.settings)
        let reason = #"reason="DeadlineExceededError""#
        #expect(try await worker.wait(for: "consumption_dead_letters_total", reason, toBeAtLeast: 1500))
        #expect(try await worker.metric("consumption_events_expired_total") == 1500)
        #expect(try await worker.metric("consumption_brake_tripped") == 0)
        #expect(try await worker.wait { try await worker.get("/readyz").status == 200 })
        #expect(await worker.stop().status == 0)
    }
}
