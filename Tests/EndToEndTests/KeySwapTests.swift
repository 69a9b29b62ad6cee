import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// The real program while its key file is swapped under load.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeySwapTests {
    @Test func `R55 a key file swapped under load costs no event, though the old key is refused before`() async throws {
        let world = try await AppStoreWorld()
        let work = Workload(
            count: 3000,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: WholePathTests.now,
            seed: 5
        )
        for store in [world.production, world.sandbox] { store.changeFaults { $0.latency = .milliseconds(20) } }
        try await work.produce(to: world.broker)
        let settings = WholePathTests.fast.replacing("production: 5000", with: "production: 200")
        let worker = try await world.startWorker(settings)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 500))
        let key = try StandInKey()
        world.believe(key)
        #expect(try await worker.wait(for: "consumption_app_paused", toBeAtLeast: 1))
        try world.swapKeyFile(for: key)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 3000))
        let accepted = world.accepted()
        #expect(accepted.count == 3000)
        #expect(accepted.values.allSatisfy { $0 == 1 })
        #expect(try await worker.metric("consumption_dead_letters_total") == 0)
        #expect(await worker.stop().status == 0)
    }
}

extension AppStoreWorld {
    /// Both stores take tokens of this key only.
    func believe(_ key: StandInKey) {
        let account = key.account(issuerID: Self.issuerID, keyID: Self.keyID, bundleIDs: Set(Self.apps))
        for store in [production, sandbox] { store.changeAccounts([account]) }
    }

    /// Puts the key where the worker's is, in one step.
    func swapKeyFile(for key: StandInKey) throws {
        let file = try directory.write(key.privatePEM.utf8, to: "new.p8")
        #expect(rename(file, directory.file("SubscriptionKey.p8")) == 0)
    }
}
