import Kafka
import TestSupport
import Testing

@Suite struct PropertyTests {
    @Test(arguments: [
        ("enable.auto.commit", "true"), ("enable.auto.commit", "false"), ("enable.auto.offset.store", "true"),
        ("auto.commit.enable", "true"), ("enable.idempotence", "false"), ("acks", "1"), ("request.required.acks", "0"),
        ("group.id", "other"), ("transactional.id", "t"), ("auto.offset.reset", "error"), ("no.such.property", "1"),
        ("session.timeout.ms", "soon"), ("delivery.report.only.error", "true"),
    ])
    func `R15 a refused property is named, with the reason`(name: String, value: String) throws {
        let faults = checkProperties([name: value, "client.id": "worker"])
        #expect(faults.map(\.property) == [name])
        #expect(faults.allSatisfy { !$0.reason.isEmpty })
        let error = #expect(throws: KafkaError.self) {
            try KafkaConsumer(properties: [name: value], topics: ["events"], groupID: "workers")
        }
        #expect(error?.property == name)
        #expect(error == faults.first)
    }

    @Test(arguments: [
        ["enable.idempotence": "true", "acks": "all", "auto.offset.reset": "latest"],
        ["acks": "-1", "session.timeout.ms": "10000", "linger.ms": "5", "partition.assignment.strategy": "roundrobin"],
        ["bootstrap.servers": "127.0.0.1:1", "security.protocol": "ssl"],
    ])
    func `properties of both kinds of client are accepted`(properties: [String: String]) throws {
        #expect(checkProperties(properties) == [])
        _ = try KafkaConsumer(properties: properties, topics: ["events"], groupID: "workers")
        _ = try KafkaProducer(properties: properties)
    }

    @Test func `all faults are found at once, in the order of their names`() {
        let faults = checkProperties(["zzz": "1", "acks": "0", "client.id": "worker", "enable.auto.commit": "true"])
        #expect(faults.map(\.property) == ["acks", "enable.auto.commit", "zzz"])
    }

    @Test func `a file that cannot be read and values that exclude each other are found without a broker`() {
        let missing = checkProperties(["security.protocol": "ssl", "ssl.ca.location": "/nonexistent/ca.pem"])
        #expect(missing.count == 1 && missing.allSatisfy { $0.reason.contains("ssl.ca.location") })
        let conflict = checkProperties(["session.timeout.ms": "60000", "max.poll.interval.ms": "10000"])
        #expect(conflict.count == 1 && conflict.allSatisfy { $0.reason.contains("max.poll.interval.ms") })
    }

    @Test(arguments: [
        ("2.0.2", CooperativeSupport.refused), ("2.2.0", .refused), ("2.3.0", .doubtful), ("2.9.9", .doubtful),
        ("2.10.0", .sound), ("2.16.0", .sound), ("3.0.0", .sound),
    ])
    func `R13 the cooperative protocol is refused where it crashes, and doubtful where it loses assignments`(
        version: String,
        support: CooperativeSupport
    ) {
        let numbers = version.split(separator: ".").compactMap { Int32($0) }
        let library = LibraryVersion(major: numbers[0], minor: numbers[1], patch: numbers[2])
        #expect(CooperativeSupport(in: library) == support)
    }

    @Test func `the cooperative protocol is refused by name on an old library`() {
        let faults = checkProperties(["partition.assignment.strategy": "cooperative-sticky"])
        let isRefused = CooperativeSupport(in: KafkaClient.version) == .refused
        #expect(faults.map(\.property) == (isRefused ? ["partition.assignment.strategy"] : []))
        #expect(CooperativeSupport.isAsked(by: "range, cooperative-sticky"))
        #expect(!CooperativeSupport.isAsked(by: "range,roundrobin"))
    }

    private static let oidc = [
        "sasl.mechanism": "OAUTHBEARER", "sasl.oauthbearer.method": "oidc", "sasl.oauthbearer.client.id": "worker",
        "sasl.oauthbearer.client.secret": "a-secret-of-ours",
        "sasl.oauthbearer.token.endpoint.url": "http://127.0.0.1:1/token", "security.protocol": "sasl_plaintext",
    ]

    @Test func `OIDC is refused once, by name and with the reason, where the library has none`() {
        let faults = checkProperties(Self.oidc)
        #expect(faults.map(\.property) == (OIDCSupport.isBuiltIn ? [] : ["sasl.oauthbearer.method"]))
        #expect(faults.allSatisfy { $0.reason.contains("built without OIDC") && !$0.reason.contains("a-secret") })
    }

    @Test func `OAUTHBEARER without anybody who gives tokens is refused`() {
        let mechanism = ["sasl.mechanisms": "OAUTHBEARER", "security.protocol": "sasl_plaintext"]
        let faults = checkProperties(mechanism)
        #expect(faults.map(\.property) == ["sasl.mechanisms"])
        #expect(checkProperties(mechanism.merging(["enable.sasl.oauthbearer.unsecure.jwt": "true"]) { $1 }) == [])
    }

    @Test func `the library tells its version and what it was built with`() {
        #expect(KafkaClient.version >= LibraryVersion(major: 2, minor: 0, patch: 2))
        #expect(LibraryVersion(major: 2, minor: 0, patch: 10) > LibraryVersion(major: 2, minor: 0, patch: 2))
        #expect(KafkaClient.builtinFeatures.contains("ssl"))
    }
}
