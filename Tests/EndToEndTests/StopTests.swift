import AppStoreStandIn
import Foundation
import Glibc
import Kafka
import TestSupport
import Testing

/// SIGTERM at bad moments: the process is over within its grace and two seconds, whatever hangs.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StopTests {
    private static let grace = Duration.seconds(5)
    private static let shortGrace = "shutdown: { grace: 5s }"

    /// Ends it and says how; a machine that is busy with other things gets a few seconds more.
    private static func stop(_ worker: WorkerProcess) async -> (status: Int32, log: [String]) {
        let start = ContinuousClock.now
        let end = await worker.stop()
        #expect(ContinuousClock.now - start < grace + .seconds(2) + .seconds(5))
        return end
    }

    private static func produce(_ count: Int, in world: AppStoreWorld) async throws {
        let work = Workload(
            count: count,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: WholePathTests.now,
            seed: 3
        )
        try await work.produce(to: world.broker)
    }

    @Test func `before the first assignment`() async throws {
        let world = try await AppStoreWorld()
        #expect(await Self.stop(try await world.startWorker(Self.shortGrace)).status == 0)
    }

    @Test func `R26 while no broker is there`() async throws {
        let broker = try await BrokerProcess()
        let world = try await AppStoreWorld(on: broker)
        let worker = try await world.startWorker(Self.shortGrace)
        #expect(try await worker.wait(for: "consumption_assigned_partitions", toBeAtLeast: 6))
        await broker.stop()
        #expect(try await worker.wait { try await worker.get("/readyz").body.contains("no broker answers") })
        #expect(try await worker.get("/healthz").status == 200)
        let (status, log) = await Self.stop(worker)
        // librdkafka may or may not let go; if not, the log says so.
        #expect(status == 0 || status == 70)
        #expect((status == 70) == log.contains { $0.contains("blocked") })
    }

    @Test func `while the App Store answers nothing`() async throws {
        let world = try await AppStoreWorld()
        world.production.changeFaults { $0.latency = .seconds(60) }
        try await Self.produce(20, in: world)
        let worker = try await world.startWorker(
            Self.shortGrace
                + """

                submission: { linger: 0s, rateLimit: { production: 500, sandbox: 500 } }
                """
        )
        #expect(try await worker.wait(for: "consumption_in_flight", toBeAtLeast: 1))
        let (status, log) = await Self.stop(worker)
        #expect(status == 0)
        #expect(log.count { $0.contains("stopping without every answer") } == 1)
        #expect(try await world.lag() > 0)
    }

    @Test func `R28 while another member joins`() async throws {
        let world = try await AppStoreWorld()
        let first = try await world.startWorker(Self.shortGrace)
        #expect(try await first.wait(for: "consumption_assigned_partitions", toBeAtLeast: 6))
        let second = try await world.startWorker(Self.shortGrace)
        async let ends = (Self.stop(first), Self.stop(second))
        #expect(await [ends.0.status, ends.1.status] == [0, 0])
    }

    @Test func `R11 a member whose instance id was taken ends with 77, soon`() async throws {
        let broker = try MockBroker()
        let world = try await AppStoreWorld(on: broker)
        let text = world.configuration("shutdown: { grace: 60s }").replacing(
            "heartbeat.interval.ms: 500",
            with: "heartbeat.interval.ms: 500\n    group.instance.id: one"
        )
        let worker = try await WorkerProcess(configuration: world.directory.write(text.utf8, to: "static.yaml"))
        #expect(try await worker.wait(for: "consumption_assigned_partitions", toBeAtLeast: 6))
        let start = ContinuousClock.now
        broker.cluster.push([.fencedInstanceID], to: .heartbeat)
        let (status, log) = await worker.process.wait()
        #expect(status == 77, "\(log.suffix(5))")
        // Within 5 s on a machine with nothing else to do; far below the grace in any case.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `a second signal ends it at once`() async throws {
        let world = try await AppStoreWorld()
        let worker = try await world.startWorker("shutdown: { grace: 1h }")
        #expect(try await worker.wait(for: "consumption_assigned_partitions", toBeAtLeast: 6))
        world.production.changeFaults { $0.latency = .seconds(60) }
        try await Self.produce(1, in: world)
        #expect(try await worker.wait(for: "consumption_in_flight", toBeAtLeast: 1))
        worker.process.end()
        #expect(try await worker.wait { try await worker.get("/readyz").body.contains("ending") })
        worker.process.end()
        #expect(await worker.process.wait().status == 128 + SIGTERM)
    }
}
