import Foundation
import Kafka
import TestSupport
import Testing

/// Logging in to Kafka with tokens of OpenID Connect (OAUTHBEARER), which librdkafka gets itself where it is built for that.
@Suite(.timeLimit(.minutes(5))) struct TokenLoginTests {
    private static let (client, clientSecret, signingSecret) = ("worker", "the-client's-secret", "the-signing-secret")

    private let broker: BrokerProcess
    private let world: AppStoreWorld

    init() async throws {
        broker = try await BrokerProcess(on: freePort(), in: TemporaryDirectory())
        world = try await AppStoreWorld(partitions: 2, on: broker, session: .seconds(120))
    }

    private func configuration(_ servers: String, tokensFrom port: UInt16) throws -> String {
        let properties = [
            "bootstrap.servers: \(servers)", "security.protocol: sasl_ssl",
            "ssl.ca.location: \(world.certificates.authority)", "sasl.mechanism: OAUTHBEARER",
            "sasl.oauthbearer.method: oidc", "sasl.oauthbearer.client.id: \(Self.client)",
            "sasl.oauthbearer.client.secret: \(Self.clientSecret)",
            "sasl.oauthbearer.token.endpoint.url: http://127.0.0.1:\(port)/token",
        ]
        let text = world.configuration()
            .replacing("bootstrap.servers: \(broker.bootstrapServers)", with: properties.joined(separator: "\n    "))
        return try world.directory.write(text.utf8, to: "tokens.yaml")
    }

    /// A broker's door that takes tokens of the signing secret.
    private func door() async throws -> SecureDoor {
        try await SecureDoor(
            to: broker,
            world.certificates.certificate(named: "broker"),
            user: (Self.client, Self.signingSecret)
        )
    }

    private func tokenServer(
        on port: UInt16,
        secret: String = clientSecret,
        signingWith signingSecret: String = signingSecret
    ) async throws -> ChildProcess {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "token_server.py").path()
        let server = try ChildProcess(testPython(), [script, "\(port)", Self.client, secret, signingSecret])
        try #require(await server.line(containing: "open") != nil)
        return server
    }

    private func expectNoSecret(_ worker: WorkerProcess, _ log: [String]) {
        let text = (worker.firstLines + log).joined()
        #expect(!text.contains(Self.clientSecret) && !text.contains(Self.signingSecret) && !text.contains("eyJ"))
    }

    @Test(.enabled(if: OIDCSupport.isBuiltIn))
    func `with a good token everything works, also where its server comes late`()
        async throws
    {
        let (door, port) = (try await door(), freePort())
        let worker = try await WorkerProcess(configuration: configuration(door.bootstrapServers, tokensFrom: port))
        let line = try #require(await worker.process.line(containing: "no broker answers"))
        #expect(line.contains("Failed to acquire SASL OAUTHBEARER token") && line.contains("token.endpoint.url"))
        // Over a password it would have ended by then.
        #expect(try await worker.wait(for: "consumption_loop_seconds_total", toBeAtLeast: 15))
        let server = try await tokenServer(on: port)
        #expect(try await worker.wait(for: "consumption_assigned_partitions", toBeAtLeast: 2))
        let (status, log) = await worker.stop()
        #expect(status == 0)
        #expect(log.contains { $0.contains("brokers answer again") })
        expectNoSecret(worker, [line] + log)
        server.end()
    }

    @Test(.enabled(if: OIDCSupport.isBuiltIn)) func `a token that no broker takes ends the worker with 77`()
        async throws
    {
        let (door, port) = (try await door(), freePort())
        let server = try await tokenServer(on: port, signingWith: "another secret")
        let worker = try await WorkerProcess(configuration: configuration(door.bootstrapServers, tokensFrom: port))
        let (status, log) = await worker.process.wait()
        #expect(status == 77)
        #expect(log.contains { $0.contains("ended by kafka") && $0.contains("_AUTHENTICATION") }, "\(log)")
        expectNoSecret(worker, log)
        server.end()
    }

    @Test(.enabled(if: OIDCSupport.isBuiltIn)) func `a client that the server of tokens does not know keeps trying`()
        async throws
    {
        let (door, port) = (try await door(), freePort())
        let server = try await tokenServer(on: port, secret: "another secret")
        let worker = try await WorkerProcess(configuration: configuration(door.bootstrapServers, tokensFrom: port))
        let line = try #require(await worker.process.line(containing: "no broker answers"))
        #expect(line.contains("unknown client or secret") || line.contains("401"), "\(line)")
        #expect(try await worker.get("/healthz").status == 200)
        #expect(try await worker.get("/readyz").status == 503)
        let (status, log) = await worker.stop()
        #expect(status == 0)
        expectNoSecret(worker, [line] + log)
        server.end()
    }

    @Test(.disabled(if: OIDCSupport.isBuiltIn)) func `a library without OIDC is named before anything starts`()
        async throws
    {
        let file = try configuration("127.0.0.1:1", tokensFrom: 1)
        let run = try await ChildProcess(WorkerBinary.path, ["check-config", "--config", file]).wait()
        #expect(run.status == 78)
        #expect(run.output.first?.contains("sasl.oauthbearer.method: this librdkafka (") == true, "\(run.output)")
        #expect(run.output.count { $0.contains("oauthbearer") } == 1)
        #expect(!run.output.joined().contains(Self.clientSecret))
    }
}
