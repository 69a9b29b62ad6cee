import Foundation
import Kafka
import TestSupport
import Testing

/// Kafka behind TLS and SASL: what the properties of librdkafka, passed through as they are, come to.
@Suite(.timeLimit(.minutes(5))) struct SecureKafkaTests {
    private static let user = (name: "worker", password: "the-right-password")

    private let broker: BrokerProcess
    private let world: AppStoreWorld
    /// An authority that nobody trusts.
    private let strangers: TestCertificates

    init() async throws {
        broker = try await BrokerProcess(on: freePort(), in: TemporaryDirectory())
        // Longer than a door is shut: this broker never lets go of a member, so that one which begins anew would wait for it.
        world = try await AppStoreWorld(partitions: 2, on: broker, session: .seconds(120))
        strangers = try await TestCertificates()
    }

    /// The world's configuration, through the door.
    private func configuration(
        _ door: SecureDoor,
        mechanism: String? = "SCRAM-SHA-512",
        password: String = user.password,
        trusting authority: String? = nil
    ) throws -> String {
        var properties = [
            "bootstrap.servers: \(door.bootstrapServers)",
            "security.protocol: \(mechanism == nil ? "ssl" : "sasl_ssl")",
            "ssl.ca.location: \(authority ?? world.certificates.authority)",
        ]
        if let mechanism {
            properties += [
                "sasl.mechanism: \(mechanism)", "sasl.username: \(Self.user.name)", "sasl.password: \(password)",
            ]
        }
        let text = world.configuration()
            .replacing("bootstrap.servers: \(broker.bootstrapServers)", with: properties.joined(separator: "\n    "))
        return try world.directory.write(text.utf8, to: "secure-\(UInt32.random(in: 0 ... .max)).yaml")
    }

    private func produce(_ numbers: Range<Int>) async throws {
        let producer = try KafkaProducer(properties: ["bootstrap.servers": broker.bootstrapServers])
        let records = numbers.map { number in
            let event = SampleEvent(number, signedDate: WholePathTests.now)
            return ProducerRecord(
                ticket: UInt64(number),
                topic: world.topic,
                key: Array(event.transactionID.utf8),
                value: event.bytes
            )
        }
        #expect(producer.publish(records).isEmpty)
        #expect(await producer.flush(within: .seconds(60)) == 0)
    }

    @Test(arguments: [nil, "PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])
    func `with the right authority and password everything works`(mechanism: String?) async throws {
        let door = try await SecureDoor(
            to: broker,
            world.certificates.certificate(named: "broker"),
            user: mechanism == nil ? nil : Self.user
        )
        try await produce(0..<20)
        let worker = try await WorkerProcess(configuration: configuration(door, mechanism: mechanism))
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 20))
        let (status, log) = await worker.stop()
        #expect(status == 0)
        #expect(!log.contains { $0.contains("\"level\":\"error\"") || $0.contains(Self.user.password) })
    }

    @Test(arguments: ["authority", "expired", "host"])
    func `a certificate that is not to be trusted is one clear line, and is tried until it is right`(
        fault: String
    ) async throws {
        let certificates = world.certificates
        let pair =
            switch fault {
            case "expired": try await certificates.certificate(named: "broker", days: -1)
            case "host": try await certificates.certificate(named: "broker", hosts: "DNS:elsewhere.example.com")
            default: try await strangers.certificate(named: "broker")
            }
        let door = try await SecureDoor(to: broker, pair, user: Self.user)
        let worker = try await WorkerProcess(configuration: configuration(door))
        #expect(try await worker.wait(for: "consumption_kafka_fault", toBeAtLeast: 1))
        #expect(try await worker.get("/readyz").status == 503)
        #expect(try await worker.get("/healthz").status == 200)

        await door.shut()
        let right = try await SecureDoor(
            to: broker,
            on: door.port,
            certificates.certificate(named: "renewed"),
            user: Self.user
        )
        try await produce(0..<10)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 10))
        let (status, log) = await worker.stop()
        await right.shut()
        #expect(status == 0)
        let errors = log.filter { $0.contains(#""level":"error""#) && $0.contains("_SSL") }
        #expect(errors.count == 1, "\(log)")
        #expect(errors.first?.contains("certificate verify failed") == true)
        #expect(errors.first?.contains("kafka.properties.ssl.ca.location") == true)
        #expect(!log.joined().contains(Self.user.password))
    }

    @Test(arguments: ["PLAIN", "SCRAM-SHA-512"])
    func `a password that was never right ends the worker with 77`(mechanism: String) async throws {
        let door = try await SecureDoor(
            to: broker,
            world.certificates.certificate(named: "broker"),
            user: Self.user
        )
        let worker = try await WorkerProcess(
            configuration: configuration(door, mechanism: mechanism, password: "another-password")
        )
        let (status, log) = await worker.process.wait()
        #expect(status == 77)
        let last = try #require(log.last { $0.contains("ended by kafka") })
        #expect(last.contains("_AUTHENTICATION") && last.contains("kafka.properties.sasl.mechanism"))
        #expect(!log.joined().contains("another-password"))
    }

    @Test func `a stop in the middle of a handshake is no crash`() async throws {
        let pair = try await world.certificates.certificate(named: "broker")
        // Behind the door is nothing: each handshake is followed by the next one at once.
        let door = try await SecureDoor(to: NoBroker(), pair)
        let properties = "security.protocol: ssl\n    reconnect.backoff.ms: 0\n    reconnect.backoff.max.ms: 0"
        let path = try configuration(door, mechanism: nil)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let hasty = text.replacing("security.protocol: ssl", with: properties)
        let file = try world.directory.write(hasty.utf8, to: "hasty.yaml")
        for _ in 0..<10 {
            let worker = try await WorkerProcess(configuration: file)
            #expect(try await worker.wait(for: "consumption_kafka_fault", toBeAtLeast: 1))
            #expect(await worker.stop().status == 0)
        }
    }

    @Test func `a password that was right once is tried until it is right again`() async throws {
        let pair = try await world.certificates.certificate(named: "broker")
        let door = try await SecureDoor(to: broker, pair, user: Self.user)
        try await produce(0..<5)
        let worker = try await WorkerProcess(configuration: configuration(door))
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 5))

        await door.shut()
        let other = try await SecureDoor(to: broker, on: door.port, pair, user: (Self.user.name, "changed"))
        #expect(try await worker.wait(for: "consumption_kafka_fault", toBeAtLeast: 1))
        await other.shut()
        let again = try await SecureDoor(to: broker, on: door.port, pair, user: Self.user)
        try await produce(5..<10)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: 10))
        #expect(await worker.stop().status == 0)
        await again.shut()
    }

    @Test func `the command for topics says which it was, in one line`() async throws {
        let pair = try await world.certificates.certificate(named: "broker")
        let door = try await SecureDoor(to: broker, pair, user: Self.user)
        func topics(_ configuration: String) async throws -> (status: Int32, output: [String]) {
            try await ChildProcess(WorkerBinary.path, ["topics", "--dry-run", "--config", configuration]).wait()
        }
        let refused = try await topics(configuration(door, password: "another-password"))
        #expect(refused.status == 77)
        #expect(refused.output.count == 1 && refused.output[0].contains("SASL authentication error"))
        let untrusted = try await topics(configuration(door, trusting: strangers.authority))
        #expect(untrusted.status == 69)
        #expect(untrusted.output.count == 1 && untrusted.output[0].contains("certificate verify failed"))
    }
}

/// An address where nobody listens.
private struct NoBroker: TestBroker {
    let name = "no broker"
    let bootstrapServers = "127.0.0.1:1"

    func createTopic(_ words: String, partitions: Int) async throws -> String { words }
}
