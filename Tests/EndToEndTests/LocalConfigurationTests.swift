import Foundation
import Kafka
import TestSupport
import Testing

/// What config/worker.local.yaml says to do by hand: the stand-in, the topics and a worker, each in a process of its own.
@Suite(.timeLimit(.minutes(3))) struct LocalConfigurationTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").path()
    private static let configuration = top + "/config/worker.local.yaml"

    private static func topics(_ words: [String], _ variables: [String: String]) async throws -> (Int32, [String]) {
        let program = ["CONSUMPTION_WORKER": try WorkerBinary.path]
        let script = top + "/ops/topics"
        let child = try ChildProcess(
            script,
            ["--config", configuration] + words,
            variables: variables.merging(program) { $1 }
        )
        return await child.wait()
    }

    @Test func `topics are shown, made once, and then found to be right`() async throws {
        let broker = try await BrokerProcess()
        let administration = try broker.administration()
        let variables = ["KAFKA_BOOTSTRAP_SERVERS": broker.bootstrapServers]
        let shown = try await Self.topics(["--dry-run", "--partitions", "6"], variables)
        #expect(shown.0 == 1)
        #expect(shown.1.count == 4 && shown.1.allSatisfy { $0.contains(": would be made with 6 partitions") })
        let missing = await #expect(throws: KafkaError.self) {
            try await administration.partitionCount(of: "consumption-events", within: .seconds(20))
        }
        #expect(missing?.code == .unknownTopicOrPartition)

        let made = try await Self.topics(["--partitions", "6"], variables)
        #expect(made.0 == 0)
        #expect(
            made.1.count == 4 && made.1.allSatisfy { $0.contains(": made with 6 partitions, replication factor 1") }
        )
        let names = [
            "consumption-events", "consumption-events-dead-letter", "consumption-outcomes",
            "consumption-events-deferred",
        ]
        for name in names {
            #expect(try await administration.partitionCount(of: name, within: .seconds(20)) == 6)
            let settings = try await administration.settings(of: name, within: .seconds(20))
            #expect(settings["cleanup.policy"] == "delete")
            #expect(settings["retention.ms"].flatMap { Int($0) } ?? 0 > 43_200_000)
        }

        let again = try await Self.topics(["--dry-run"], variables)
        #expect(again.0 == 0)
        #expect(again.1 == names.map { "\($0): as it should be, 6 partitions" })
    }

    @Test func `topics that somebody else made are judged`() async throws {
        let broker = try await BrokerProcess()
        let administration = try broker.administration()
        let settings = ["cleanup.policy": "compact", "retention.ms": "3600000"]
        try await administration.create("consumption-events", partitions: 4, settings: settings, within: .seconds(20))
        try await administration.create("consumption-outcomes", partitions: 2, within: .seconds(20))
        let (status, lines) = try await Self.topics([], ["KAFKA_BOOTSTRAP_SERVERS": broker.bootstrapServers])
        #expect(status == 1)
        #expect(lines.contains { $0.hasPrefix("consumption-events: cleanup.policy is compact") })
        #expect(lines.contains { $0.hasPrefix("consumption-events: retention.ms is 3600000") })
        #expect(lines.contains { $0.hasPrefix("consumption-outcomes: has 2 partitions, and the event topic 4") })
        #expect(lines.contains { $0.hasPrefix("consumption-events-deferred: made with 4 partitions") })
    }

    @Test func `a broker that is not there ends it with 69`() async throws {
        let (status, lines) = try await Self.topics([], ["KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:\(freePort())"])
        #expect(status == 69)
        #expect(lines.count == 1)
    }

    @Test func `the worker sends to the stand-in, and files the largest record that the event topic takes`()
        async throws
    {
        let broker = try await BrokerProcess()
        let directory = try TemporaryDirectory()
        let key = directory.file("SubscriptionKey_STANDIN001.p8")
        let (port, endpoint) = (freePort(), freePort())
        let store = try ChildProcess(WorkerBinary.path, ["stand-in", "--key-file", key, "--port", "\(port)"])
        #expect(await store.line(containing: "Takes consumption information at http://127.0.0.1:\(port)") != nil)
        #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)

        let variables = [
            "KAFKA_BOOTSTRAP_SERVERS": broker.bootstrapServers, "KEY_FOLDER": directory.path,
            "APP_STORE_URL": "http://127.0.0.1:\(port)", "HTTP_LISTEN": "127.0.0.1:\(endpoint)",
        ]
        #expect(try await Self.topics(["--partitions", "2"], variables).0 == 0)
        let worker = try ChildProcess(
            WorkerBinary.path,
            ["run", "--config", Self.configuration],
            variables: variables
        )
        let values = (1...10).map { SampleEvent($0, signedDate: WholePathTests.now).bytes }
        let large = [[UInt8](repeating: UInt8(ascii: "x"), count: 1_040_000)]
        try await produce(values + large, to: broker)
        let letters = try await broker.read("consumption-events-dead-letter", atLeast: 1)
        #expect(letters.map { $0.header("dlq.reason") } == ["EventTooLargeError"])
        #expect(letters.first?.value?.count == 1_040_000)
        #expect(try await Self.metrics(at: endpoint, show: #"consumption_events_total{outcome="accepted"} 10"#))
        worker.end()
        #expect(await worker.wait().status == 0)
        store.end()
        let (status, lines) = await store.wait()
        #expect(status == 0)
        #expect(lines == ["10 requests, 10 of them accepted"])
    }

    /// Whether the worker's metrics come to show this line.
    private static func metrics(at port: UInt16, show line: String) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            let text = try await ChildProcess.output(of: "curl", ["-sS", "http://127.0.0.1:\(port)/metrics"])
            if text.contains(line) { return true }
            // The worker tells nobody when it has answered for all.
            try await Task.sleep(for: .milliseconds(100))
        }
        return false
    }

    private func produce(_ values: [[UInt8]], to broker: BrokerProcess) async throws {
        let producer = try KafkaProducer(
            properties: ["bootstrap.servers": broker.bootstrapServers, "message.max.bytes": "2000000"]
        )
        let records = values.enumerated().map { number, value in
            ProducerRecord(ticket: UInt64(number), topic: "consumption-events", key: nil, value: value)
        }
        #expect(producer.publish(records).isEmpty)
        #expect(await producer.flush(within: .seconds(60)) == 0)
    }
}
