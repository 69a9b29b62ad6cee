import AppStoreStandIn
import Foundation
import Glibc
import Kafka
import TestSupport
import Testing

/// The real program while the certificates are renewed with which it talks to Kafka.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CertificateRenewalTests {
    private let world: AppStoreWorld
    private let broker: BrokerProcess
    /// Who signs everything after the change.
    private let successors: TestCertificates

    init() async throws {
        broker = try await BrokerProcess(on: freePort(), in: TemporaryDirectory())
        // Longer than a door is shut: see SecureKafkaTests.
        world = try await AppStoreWorld(partitions: 2, on: broker, session: .seconds(120))
        successors = try await TestCertificates()
    }

    /// Puts a file where the worker's is, in one step.
    private func swap(_ name: String, for source: String) throws {
        try? FileManager.default.removeItem(atPath: world.directory.file("\(name).new"))
        try FileManager.default.copyItem(atPath: source, toPath: world.directory.file("\(name).new"))
        #expect(rename(world.directory.file("\(name).new"), world.directory.file(name)) == 0)
    }

    /// Puts all that the worker shows and trusts where it looks for it.
    private func install(of certificates: TestCertificates) async throws {
        let pair = try await certificates.certificate(named: "client")
        try swap("ca.pem", for: certificates.authority)
        try swap("client.pem", for: pair.certificate)
        try swap("client.key", for: pair.key)
    }

    private func startWorker(through door: SecureDoor) async throws -> WorkerProcess {
        let files = world.directory
        let properties = [
            "bootstrap.servers: \(door.bootstrapServers)", "security.protocol: ssl",
            "ssl.ca.location: \(files.file("ca.pem"))", "ssl.certificate.location: \(files.file("client.pem"))",
            "ssl.key.location: \(files.file("client.key"))",
        ]
        let text = world.configuration(WholePathTests.fast + "\nshutdown: { grace: 30s, recycleWithin: 0s }")
            .replacing("bootstrap.servers: \(broker.bootstrapServers)", with: properties.joined(separator: "\n    "))
            .replacing("listen: 127.0.0.1:0", with: "listen: 127.0.0.1:\(freePort())")
            .replacing("production: 5000, sandbox: 5000", with: "production: 25, sandbox: 25")
        return try await WorkerProcess(configuration: files.write(text.utf8, to: "renewal.yaml"))
    }

    @Test func `R55 certificates renewed under load make it begin anew in the same process, and nothing is lost`()
        async throws
    {
        let count = 2000
        let work = Workload(
            count: count,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 0,
            signedDate: WholePathTests.now,
            seed: 8
        )
        for store in [world.production, world.sandbox] { store.changeFaults { $0.latency = .milliseconds(20) } }
        try await work.produce(to: broker)
        try await install(of: world.certificates)
        let old = try await SecureDoor(
            to: broker,
            world.certificates.certificate(named: "broker"),
            clients: world.certificates.authority
        )
        let worker = try await startWorker(through: old)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 100))

        // What cannot be used changes nothing: a key that is not the certificate's.
        try swap("client.key", for: try await successors.certificate(named: "other").key)
        try #require(await worker.process.line(containing: "renewed files unusable") != nil)
        let before = try await worker.metric("consumption_events_total")
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: before + 50))

        // The cluster takes both for a while, as it has to.
        let both = try world.directory.write(
            try [world.certificates, successors].flatMap { Array(try Data(contentsOf: URL(filePath: $0.authority))) },
            to: "both.pem"
        )
        try await install(of: successors)
        try swap("ca.pem", for: both)
        try #require(await worker.process.line(containing: "ended for renewed files") != nil)
        try #require(await worker.process.line(containing: #""message":"started""#) != nil)
        await old.shut()
        let new = try await SecureDoor(
            to: broker,
            on: old.port,
            successors.certificate(named: "broker"),
            clients: successors.authority
        )
        #expect(try await worker.wait { world.accepted().count == count })
        #expect(world.accepted().values.allSatisfy { $0 == 1 })
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: 2) })
        let (status, log) = await worker.stop()
        await new.shut()
        #expect(status == 0, "\(log.suffix(5))")
        #expect(!log.contains { $0.contains("_SSL") && $0.contains(#""level":"error""#) }, "\(log)")
    }
}
