import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// `check-config --connect`, against the App Store's stand-in and the mock cluster.
@Suite(.timeLimit(.minutes(5))) struct CheckConnectTests {
    private let here: SubmitWorld

    /// An authority that nobody trusts.
    private let strangers: TestCertificates

    init() async throws { (here, strangers) = (try await SubmitWorld(), try await TestCertificates()) }

    private func check(
        _ changes: [(String, String)] = [],
        apps: [String] = ["com.example.game"]
    ) async throws -> (status: Int32, output: [String]) {
        try await here.run(["check-config", "--connect", "--config", here.configuration(changes, apps: apps)])
    }

    /// The same where no broker answers, which is known sooner than what the mock cluster can't be asked for.
    private func checkAppStore(
        _ changes: [(String, String)] = [],
        apps: [String] = ["com.example.game"]
    ) async throws -> (status: Int32, output: [String]) {
        try await check(changes + [(here.world.broker.bootstrapServers, "127.0.0.1:1")], apps: apps)
    }

    /// The line about one app in one environment.
    private func line(_ app: String, _ environment: String, _ output: [String]) -> String {
        output.first { $0.hasPrefix("app store, \(app), \(environment): ") } ?? ""
    }

    @Test func `when all is right each thing has its line, and nothing has changed`() async throws {
        let (status, output) = try await check(apps: AppStoreWorld.apps)
        #expect(status == 0, "\(output)")
        #expect(output.contains("kafka: 1 broker"))
        #expect(output.contains { $0.hasPrefix("kafka, topic \(here.world.topic): 2 partitions") })
        #expect(output.contains { $0.hasPrefix("kafka, group \(here.world.group): may be used") })
        for app in AppStoreWorld.apps {
            for environment in ["Production", "Sandbox"] {
                #expect(
                    line(app, environment, output).contains("key, key id, issuer id, bundle id and clock are right")
                )
            }
        }
        #expect(here.world.arrivals().count == 6)
        #expect(here.world.accepted().isEmpty)
    }

    @Test func `of a key, key id and issuer that are wrong everywhere it says what to compare`() async throws {
        try here.world.directory.write(StandInKey().privatePEM.utf8, to: "AuthKey_2X9R4HXF34.p8")
        let changes = [
            ("privateKeyFile: SubscriptionKey.p8", "privateKeyFile: AuthKey_2X9R4HXF34.p8"),
            (AppStoreWorld.keyID, "2X9R4HXF35"), (AppStoreWorld.issuerID, "57246542-96fe-1a63-e053-0824d011072b"),
        ]
        for change in changes {
            let (status, output) = try await checkAppStore([change])
            #expect(status == 77, "\(output)")
            #expect(output.count { $0.contains("one of privateKeyFile, keyId, issuerId and bundleId is wrong") } == 2)
            let isHinted = output.contains { $0.contains("is named like a key of another kind") }
            #expect(isHinted == (change == changes[0]))
        }
    }

    @Test func `a bundle id, key or issuer that is wrong shows beside an app that is believed`() async throws {
        try here.world.directory.write(StandInKey().privatePEM.utf8, to: "other.p8")
        let wrong = """
                - { bundleId: com.example.Game, issuerId: \(AppStoreWorld.issuerID), keyId: \(AppStoreWorld.keyID),
                    privateKeyFile: SubscriptionKey.p8 }
                - { bundleId: com.example.news, issuerId: \(AppStoreWorld.issuerID), keyId: \(AppStoreWorld.keyID),
                    privateKeyFile: other.p8 }
                - { bundleId: com.example.Photo-Lab, issuerId: other, keyId: \(AppStoreWorld.keyID),
                    privateKeyFile: SubscriptionKey.p8 }
            """
        let (status, output) = try await checkAppStore([("  apps:", "  apps:\n\(wrong)")])
        #expect(status == 77, "\(output)")
        #expect(line("com.example.game", "Sandbox", output).contains("bundle id and clock are right"))
        let bundle = line("com.example.Game", "Sandbox", output)
        #expect(bundle.contains("since com.example.game is believed with them: look at bundleId"), "\(bundle)")
        let key = line("com.example.news", "Sandbox", output)
        #expect(key.contains("the issuer id is right, since com.example.game is believed with it: look at keyId"))
        let issuer = line("com.example.Photo-Lab", "Sandbox", output)
        #expect(issuer.contains("one of privateKeyFile") && issuer.contains("issuerId is no UUID"))
    }

    @Test func `an app that only one environment believes is not live in the other`() async throws {
        here.world.production.changeFaults { $0.refusedApps = ["com.example.game"] }
        let (status, output) = try await checkAppStore()
        #expect(status == 77)
        #expect(line("com.example.game", "Production", output).contains("the app is not live in Production yet"))
    }

    @Test(arguments: [(-45, "ahead of"), (700, "behind")])
    func `a clock by which no token is valid is named as the reason`(lead: Int, place: String) async throws {
        for store in [here.world.production, here.world.sandbox] {
            store.changeFaults { $0.clockLead = .seconds(lead) }
        }
        let (status, output) = try await checkAppStore()
        #expect(status == 77)
        #expect(line("com.example.game", "Sandbox", output).contains("the clock: this machine's is "), "\(output)")
        #expect(line("com.example.game", "Sandbox", output).contains(" s \(place) the App Store's"))
    }

    @Test func `a clock that differs and still makes valid tokens is only told of`() async throws {
        here.world.sandbox.changeFaults { $0.clockLead = .seconds(20) }
        let output = try await checkAppStore().output
        let line = line("com.example.game", "Sandbox", output)
        #expect(line.contains("clock are right") && line.contains("s behind the App Store's"), "\(output)")
    }

    @Test func `a way that leads nowhere ends with 69 and the part that failed`() async throws {
        let (production, sandbox) = (here.world.production.baseURL, here.world.sandbox.baseURL)
        let nowhere = [(production, "https://127.0.0.1:\(freePort())"), (sandbox, "https://no-such-host.invalid")]
        let (status, output) = try await checkAppStore(nowhere)
        #expect(status == 69, "\(output)")
        #expect(line("com.example.game", "Production", output).contains("TCP: nobody takes the connection"))
        #expect(line("com.example.game", "Sandbox", output).contains("name resolution: the host has no address here"))

        let untrusted = try await checkAppStore([(here.world.certificates.authority, strangers.authority)]).output
        #expect(line("com.example.game", "Sandbox", untrusted).contains("TLS: the certificate is not trusted"))
        let proxied = try await checkAppStore([("  caFile:", "  proxy: http://no-such-host.invalid:3128\n  caFile:")])
        #expect(line("com.example.game", "Sandbox", proxied.output).contains("the proxy does not take us there"))
    }

    @Test func `a store that is none is a matter of the configuration`() async throws {
        let url = here.world.sandbox.baseURL
        let (status, output) = try await checkAppStore([(url, url + "/elsewhere")])
        #expect(status == 78)
        #expect(line("com.example.game", "Sandbox", output).contains("HTTP 404, which is not the App Store's"))
    }

    @Test func `a topic that is not there is a matter of the configuration`() async throws {
        let cluster = try #require(here.world.broker as? MockBroker).cluster
        cluster.setError(.unknownTopicOrPartition, ofTopic: here.world.deadLetterTopic)
        let (status, output) = try await check()
        #expect(status == 78)
        #expect(output.contains("kafka, topic \(here.world.deadLetterTopic): there is none; `topics` makes it"))
    }

    @Test func `a right that is missing ends with 77`() async throws {
        let cluster = try #require(here.world.broker as? MockBroker).cluster
        cluster.push([.groupAuthorizationFailed], to: .offsetFetch)
        cluster.setError(.topicAuthorizationFailed, ofTopic: here.world.deadLetterTopic)
        let (status, output) = try await check()
        #expect(status == 77, "\(output)")
        let refused = output.filter { $0.hasPrefix("kafka, ") && $0.contains("AUTHORIZATION_FAILED") }
        #expect(refused.count == 2 && refused.allSatisfy { $0.contains("give the user the rights") }, "\(output)")
    }

    @Test(arguments: [("127.0.0.1:1", "Connection refused"), ("no-such-host.invalid:9092", "name resolution")])
    func `brokers that do not answer end with 69 and why`(servers: String, words: String) async throws {
        let (status, output) = try await check(
            [(here.world.broker.bootstrapServers, servers)]
        )
        #expect(status == 69)
        #expect(output.contains { $0.hasPrefix("kafka: ") && $0.contains(words) }, "\(output)")
        #expect(!output.contains { $0.hasPrefix("kafka, ") })
    }

    @Test(arguments: ["password", "authority"])
    func `a broker behind a secure door says which of password and authority is wrong`(fault: String) async throws {
        let pair = try await here.world.certificates.certificate(named: "broker")
        let door = try await SecureDoor(to: here.world.broker, pair, user: ("worker", "right"))
        let authority =
            fault == "authority" ? strangers.authority : here.world.certificates.authority
        let properties = """
            bootstrap.servers: \(door.bootstrapServers)
                security.protocol: sasl_ssl
                ssl.ca.location: \(authority)
                sasl.mechanism: PLAIN
                sasl.username: worker
                sasl.password: \(fault == "password" ? "wrong-password" : "right")
            """
        let (status, output) = try await check(
            [("bootstrap.servers: \(here.world.broker.bootstrapServers)", properties)]
        )
        await door.shut()
        #expect(status == (fault == "password" ? 77 : 69), "\(output)")
        let words = fault == "password" ? "sasl.password" : "kafka.properties.ssl.ca.location"
        #expect(output.contains { $0.hasPrefix("kafka: ") && $0.contains(words) }, "\(output)")
        #expect(!output.joined().contains("wrong-password"))
    }
}
