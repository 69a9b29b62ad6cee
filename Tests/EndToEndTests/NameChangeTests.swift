import AppStoreStandIn
import Foundation
import TestSupport
import Testing

/// The real program while the App Store's name is given to another address.
@Suite(.timeLimit(.minutes(10))) struct NameChangeTests {
    private static let app = AppStoreWorld.apps[0]
    /// Gives the program a file of names that is its own; nobody else on this machine sees it.
    private static let withNames = ["unshare", "--map-root-user", "--mount", "sh", "-c"]

    private func work(_ numbers: Range<Int>, in world: AppStoreWorld) -> Workload {
        Workload(numbers, of: Self.app, topic: world.topic, partitions: 1, signedDate: WholePathTests.now)
    }

    @Test func `a server that is gone is looked up again, and loses nothing`() async throws {
        let world = try await AppStoreWorld(partitions: 1)
        let port = freePort()
        let before = try await ForwardingProxy(at: "127.0.0.1", from: port, to: world.production.port)
        // The same port at another address is another server.
        let after = try await ForwardingProxy(at: "127.0.0.2", from: port, to: world.sandbox.port)
        let names = try world.directory.write("127.0.0.1 appstore.test\n".utf8, to: "names")
        let configuration = world.configuration(WholePathTests.fast)
            .replacing(world.production.baseURL, with: "https://appstore.test:\(port)")
        let worker = try await WorkerProcess(
            configuration: world.directory.write(configuration.utf8, to: "names.yaml"),
            launcher: Self.withNames + [#"mount --bind "$0" /etc/hosts && exec "$@""#, names]
        )
        try await work(0..<20, in: world).produce(to: world.broker)
        #expect(try await worker.wait { world.production.accepted().count == 20 })

        try Data("127.0.0.2 appstore.test\n".utf8).write(to: URL(filePath: names), options: [])
        await before.end()
        try await work(20..<40, in: world).produce(to: world.broker)
        #expect(try await worker.wait { world.sandbox.accepted().count == 20 })
        #expect(world.production.accepted().count == 20)
        #expect(try await worker.metric("consumption_dead_letters_total") == 0)
        #expect(await worker.stop().status == 0)
        withExtendedLifetime(after) {}
    }
}
