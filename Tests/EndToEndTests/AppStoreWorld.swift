import AppStoreStandIn
import Foundation
import HTTPServer
import Kafka
import TestSupport
import Testing

/// A broker, two stand-ins for the App Store behind HTTPS, three apps with keys, and topics of this test's own.
final class AppStoreWorld: Sendable {
    let broker: any TestBroker
    let production: AppStoreStandIn
    let sandbox: AppStoreStandIn
    let directory: TemporaryDirectory
    let certificates: TestCertificates
    let topic: String
    let deadLetterTopic: String
    let group: String
    private let partitions: Int
    private let session: Duration

    static let apps = ["com.example.game", "com.example.news", "com.example.Photo-Lab"]

    /// - Parameter broker: `nil` for one of its own.
    /// - Parameter session: After how long without a heartbeat a worker counts as dead.
    init(partitions: Int = 6, on broker: (any TestBroker)? = nil, session: Duration = .seconds(6)) async throws {
        self.broker = if let broker { broker } else { try await BrokerProcess() }
        (self.partitions, self.session) = (partitions, session)
        directory = try TemporaryDirectory()
        certificates = try await TestCertificates()
        let key = try StandInKey()
        _ = try directory.write(key.privatePEM.utf8, to: "SubscriptionKey.p8")
        let account = key.account(issuerID: Self.issuerID, keyID: Self.keyID, bundleIDs: Set(Self.apps))
        let pair = try await certificates.certificate(named: "server")
        var options = AppStoreStandIn.Options(accounts: [account])
        options.tls = try HTTPServer.TLS(
            certificatePEM: String(contentsOfFile: pair.certificate, encoding: .utf8),
            keyPEM: String(contentsOfFile: pair.key, encoding: .utf8)
        )
        production = try AppStoreStandIn(options)
        sandbox = try AppStoreStandIn(options)
        topic = try await self.broker.createTopic("events", partitions: partitions)
        deadLetterTopic = try await self.broker.createTopic("dead-letters", partitions: partitions)
        group = self.broker.uniqueName("group")
    }

    static let issuerID = "57246542-96fe-1a63-e053-0824d011072a"
    static let keyID = "2X9R4HXF34"

    /// The configuration of a worker in this world.
    ///
    /// - Parameters:
    ///   - more: Further lines, at the outermost level.
    ///   - kafka: A further line of the section `kafka`.
    ///   - apps: Bundle ids; the stand-ins know only those of `apps`.
    func configuration(_ more: String = "", kafka: String = "", apps: [String] = AppStoreWorld.apps) -> String {
        """
        kafka:
          topic: \(topic)
          groupId: \(group)
          deadLetterTopic: \(deadLetterTopic)
          \(kafka)
          properties:
            bootstrap.servers: \(broker.bootstrapServers)
            session.timeout.ms: \(session.components.seconds * 1000)
            heartbeat.interval.ms: 500
        \(broker.properties.map { "    \($0.key): \($0.value)" }.joined(separator: "\n"))
        appStore:
          productionURL: \(production.baseURL)
          sandboxURL: \(sandbox.baseURL)
          caFile: \(certificates.authority)
          apps:
        \(apps.map(Self.app).joined(separator: "\n"))
        http:
          listen: 127.0.0.1:0
        \(more)
        """
    }

    private static func app(_ bundleID: String) -> String {
        """
            - bundleId: \(bundleID)
              issuerId: \(issuerID)
              keyId: \(keyID)
              privateKeyFile: SubscriptionKey.p8
        """
    }

    /// Starts the real program with this configuration.
    func startWorker(
        _ more: String = "",
        kafka: String = "",
        apps: [String] = AppStoreWorld.apps,
        variables: [String: String] = [:]
    ) async throws -> WorkerProcess {
        let name = "worker-\(UInt32.random(in: 0 ... .max)).yaml"
        let file = try directory.write(configuration(more, kafka: kafka, apps: apps).utf8, to: name)
        return try await WorkerProcess(configuration: file, variables: variables)
    }

    /// Every request that either stand-in accepted, by transaction.
    func accepted() -> [String: Int] {
        production.accepted().merging(sandbox.accepted(), uniquingKeysWith: +)
    }

    /// How many records the group has not committed past, as another client than ours sees it.
    func lag() async throws -> Int {
        let script = """
            import sys
            from confluent_kafka import Consumer, TopicPartition

            servers, group, topic, count = sys.argv[1:]
            consumer = Consumer({"bootstrap.servers": servers, "group.id": group})
            partitions = [TopicPartition(topic, number) for number in range(int(count))]
            lag = 0
            for partition in consumer.committed(partitions, timeout=30):
                _, end = consumer.get_watermark_offsets(partition, timeout=30)
                lag += end - max(0, partition.offset)
            print(lag)
            consumer.close()
            """
        let said = try await ChildProcess.output(
            of: testPython(),
            ["-c", script, broker.bootstrapServers, group, topic, "\(partitions)"]
        )
        return try #require(Int(said), "\(said)")
    }

    func arrivals() -> [Arrival] { production.arrivals() + sandbox.arrivals() }
}
