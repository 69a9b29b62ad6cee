import AppStoreStandIn
import Foundation
import TestSupport
import Testing

/// The log of the real program, at its most talkative.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LogTests {
    @Test func `every event and failed attempt can be followed, and nothing secret is told`() async throws {
        let world = try await AppStoreWorld()
        let work = Workload(
            count: 300,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 20,
            signedDate: WholePathTests.now,
            seed: 7
        )
        for (index, item) in work.valid.enumerated() where index % 50 == 0 {
            for store in [world.production, world.sandbox] { store.script(item.transactionID, .internalError) }
        }
        try await work.produce(to: world.broker)
        let worker = try await world.startWorker(WholePathTests.fast + "\nlog: { level: debug }")
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 300))
        let (status, log) = await worker.stop()
        #expect(status == 0)
        let lines = try log.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
        }
        let messages = lines.compactMap { $0["message"] as? String }
        #expect(messages.count == lines.count)
        #expect(lines.allSatisfy { $0["time"] is String && $0["level"] is String })
        #expect(messages.count { $0 == "event accepted" } == work.valid.count)
        #expect(messages.count { $0 == "event refused" } == work.invalid.count)
        #expect(messages.count { $0 == "attempt failed" } == (work.valid.count + 49) / 50)
        let text = log.joined(separator: "\n")
        #expect(!text.contains("BEGIN PRIVATE KEY") && !text.contains("eyJ"))
        #expect(!work.items.contains { text.contains($0.transactionID) })
    }
}
