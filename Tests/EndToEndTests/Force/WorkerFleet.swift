import Glibc
import TestSupport

/// Several workers of one group, of which any can be ended and replaced.
actor WorkerFleet {
    private let world: AppStoreWorld
    private let settings: String
    /// A further line of the section `kafka`.
    private let kafka: String
    private(set) var workers: [WorkerProcess] = []
    /// The logs and exit codes of those that have ended, in that order.
    private(set) var ended: [(status: Int32, log: [String])] = []

    init(_ count: Int, in world: AppStoreWorld, settings: String, kafka: String = "") async throws {
        (self.world, self.settings, self.kafka) = (world, settings, kafka)
        for _ in 0..<count { try await add() }
    }

    func add() async throws {
        workers.append(try await world.startWorker(settings, kafka: kafka))
    }

    /// Ends a worker with a signal and waits until it is gone.
    func remove(_ index: Int, with signal: Int32) async {
        workers[index].process.send(signal)
        await bury(index)
    }

    /// Starts another worker for each that has ended by itself, as a supervisor would.
    func replaceEnded() async throws {
        while let index = workers.firstIndex(where: { !$0.process.isRunning }) {
            await bury(index)
            try await add()
        }
    }

    private func bury(_ index: Int) async {
        let (status, log) = await workers.remove(at: index).process.wait()
        ended.append((status, log))
    }

    /// Ends a worker with a signal and starts another one.
    func replace(_ index: Int, with signal: Int32) async throws {
        await remove(index, with: signal)
        try await add()
    }

    /// One step on the way from one worker to three and back to one, again and again.
    func scale(_ step: Int) async throws {
        if step % 4 < 2 { try await add() } else { await remove(1, with: SIGTERM) }
    }

    /// Waits until each has its partitions, as a rolling update does between two restarts; a trial goes on without after
    /// two minutes.
    func settle() async throws {
        for worker in workers { _ = try await worker.wait { try await worker.get("/readyz").status == 200 } }
    }

    /// Ends all that are left in good order, one after the other.
    func stop() async {
        while !workers.isEmpty { await remove(0, with: SIGTERM) }
    }

    /// Whether the workers together own all partitions and know of no lag.
    func hasNothingLeft(partitions: Int) async -> Bool {
        var lags: [Substring] = []
        for worker in workers {
            // One that does not answer has ended or has not begun: then partitions are missing from the count.
            let body = (try? await worker.get("/metrics"))?.body ?? ""
            lags += body.split(separator: "\n").filter { $0.hasPrefix("consumption_consumer_lag{") }
        }
        return lags.count == partitions && lags.allSatisfy { $0.hasSuffix(" 0") }
    }
}
