import AppStoreStandIn
import Foundation
import TestSupport
import Testing

/// The real program in front of an HTTP/2 server that gives up every connection at its tenth request.
@Suite(.serialized, .timeLimit(.minutes(10))) struct BrokenConnectionTests {
    private static let settings = """
        submission:
          linger: 20ms
          maxInFlight: 8
          rateLimit: { production: 5000, sandbox: 5000 }
          retry: { initial: 50ms, maximum: 500ms }
        """

    @Test(arguments: ["close", "go_away"])
    func `no event is lost, and no request is sent that the worker does not count`(behaviour: String) async throws {
        let world = try await AppStoreWorld()
        let server = try await startServer(behaviour, world)
        let work = Workload(
            count: 300,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: WholePathTests.now,
            seed: 7
        )
        try await work.produce(to: world.broker)
        let configuration = world.configuration(Self.settings)
            .replacing(world.production.baseURL, with: server.url)
            .replacing(world.sandbox.baseURL, with: server.url)
        let worker = try await WorkerProcess(
            configuration: world.directory.write(configuration.utf8, to: "worker.yaml")
        )
        #expect(try await worker.wait(for: "consumption_events_total", #"outcome="accepted""#, toBeAtLeast: 300))
        #expect(try await worker.metric("consumption_dead_letters_total") == 0)
        #expect(try await worker.metric("consumption_retries_total") > 0, "nothing was broken off; nothing was tested")
        let counted = try await worker.metric("consumption_submissions_total")
        #expect(await worker.stop().status == 0)
        server.process.end()
        let arrived = await server.process.wait().output.count
        #expect(arrived >= 300)
        #expect(Double(arrived) <= counted)
    }

    private func startServer(
        _ behaviour: String,
        _ world: AppStoreWorld
    ) async throws -> (process: ChildProcess, url: String) {
        let pair = try await world.certificates.certificate(named: "broken")
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../AppStoreServerTests/misbehaving_http2_server.py")
        let process = try ChildProcess(testPython(), [script.path(), pair.certificate, pair.key, behaviour])
        let line = try #require(await process.line(containing: "port "))
        return (process, "https://127.0.0.1:\(line.dropFirst(5))")
    }
}
