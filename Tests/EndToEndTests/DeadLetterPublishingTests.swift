import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// The real program while its dead letters are not taken.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DeadLetterPublishingTests {
    private static let message = #""message":"producer failed for good""#

    @Test func `after 20 passing errors and a fatal one nothing is lost, and nothing was committed early`() async throws
    {
        let broker = try MockBroker()
        let world = try await AppStoreWorld(on: broker)
        let worker = try await world.startWorker(WholePathTests.fast)
        try await DeadLettersTests.produceInvalid(50, to: world)
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: 50))
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: 6) })

        try await DeadLettersTests.produceInvalid(50, to: world)
        broker.cluster.push(
            Array(repeating: .notEnoughReplicas, count: 20) + [.outOfOrderSequenceNumber]
                + Array(repeating: .notEnoughReplicas, count: 5000),
            to: .produce
        )
        #expect(try await worker.wait(for: "consumption_producers_lost_total", toBeAtLeast: 1))
        #expect(try await worker.wait { try await worker.get("/readyz").status == 503 })
        #expect(try await worker.get("/healthz").status == 200)
        let filed = try await worker.metric("consumption_dead_letters_total")
        let lag = try await world.lag()
        #expect(lag >= 100 - Int(filed), "\(filed) filed, \(lag) left")
        #expect(filed < 100, "the broker took everything; nothing was tested")

        broker.cluster.clearErrors(of: .produce)
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: 100))
        #expect(try await worker.wait { try await worker.get("/readyz").status == 200 })
        #expect(try await worker.wait { try await world.lag() == 0 })
        let letters = try await broker.read(world.deadLetterTopic, atLeast: 100)
        let places = Set(letters.map { "\($0.header("dlq.partition") ?? ""):\($0.header("dlq.offset") ?? "")" })
        #expect(places.count == 100)
        let (status, log) = await worker.stop()
        #expect(status == 0)
        #expect(log.count { $0.contains(Self.message) } == 1)
    }

    @Test func `a dead-letter topic that is missing for a minute loses nothing and ends nothing`() async throws {
        let world = try await AppStoreWorld()
        let late = world.broker.uniqueName("late-letters")
        // The broker makes topics for whoever asks for them, unless they say otherwise.
        let text = world.configuration(WholePathTests.fast).replacing(world.deadLetterTopic, with: late)
            .replacing("    heartbeat", with: "    allow.auto.create.topics: false\n    heartbeat")
        let worker = try await WorkerProcess(configuration: world.directory.write(text.utf8, to: "late.yaml"))
        let start = ContinuousClock.now
        try await DeadLettersTests.produceInvalid(60, to: world)
        let failures = "consumption_dead_letter_publish_failures_total"
        #expect(try await worker.wait(for: failures, toBeAtLeast: 1))
        while ContinuousClock.now - start < .seconds(60) {
            #expect(try await worker.get("/healthz").status == 200)
            try await Task.sleep(for: .seconds(5))
        }
        let ready = try await worker.get("/readyz")
        #expect(ready.status == 503)
        #expect(ready.body.contains("wait for the broker"), "\(ready.body)")
        #expect(try await worker.metric("consumption_dead_letters_total") == 0)
        #expect(try await world.lag() == 60)
        try await world.broker.administration().create(late, partitions: 3, within: .seconds(30))
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: 60))
        #expect(try await worker.wait { try await worker.get("/readyz").status == 200 })
        #expect(try await world.broker.read(late, atLeast: 60).count == 60)
        #expect(try await worker.wait { try await world.lag() == 0 })
        #expect(await worker.stop().status == 0)
    }

    @Test
    func `a dead letter that is too large is reduced, and one that is too large even so waits for a larger limit`()
        async throws
    {
        let world = try await AppStoreWorld(partitions: 1)
        func record(_ ticket: UInt64, value: Int, header: Int) -> ProducerRecord {
            ProducerRecord(
                ticket: ticket,
                topic: world.topic,
                key: [1, 2],
                value: (0..<value).map { UInt8($0 % 251) },
                headers: [KafkaHeader(name: Array("h".utf8), value: Array(repeating: 7, count: header))]
            )
        }
        let producer = try KafkaProducer(properties: ["bootstrap.servers": world.broker.bootstrapServers])
        #expect(producer.publish([record(0, value: 50_000, header: 10), record(1, value: 10, header: 50_000)]).isEmpty)
        #expect(await producer.flush(within: .seconds(30)) == 0)
        let text = world.configuration()
        let small = text.replacing("    heartbeat", with: "    message.max.bytes: 20000\n    heartbeat")
        let first = try await WorkerProcess(configuration: world.directory.write(small.utf8, to: "small.yaml"))
        #expect(try await first.wait(for: "consumption_dead_letters_total", toBeAtLeast: 1))
        #expect(try await first.wait { try await first.get("/readyz").body.contains("too large for its topic") })
        #expect(try await first.metric("consumption_dead_letters_too_large") == 1)
        #expect(try await first.get("/healthz").status == 200)
        #expect(try await first.wait { try await world.lag() == 1 })
        let (status, log) = await first.stop()
        #expect(status == 0)
        #expect(log.count { $0.contains(#""message":"dead letter too large""#) } == 1)
        let second = try await WorkerProcess(configuration: world.directory.write(text.utf8, to: "large.yaml"))
        #expect(try await second.wait(for: "consumption_dead_letters_total", toBeAtLeast: 1))
        #expect(await second.stop().status == 0)
        let letters = try await world.broker.read(world.deadLetterTopic, atLeast: 2)
        #expect(letters.map { $0.header("dlq.reduced") } == ["1", nil])
        #expect(letters.map { $0.value?.count } == [1024, 10])
        #expect(letters[0].header("dlq.value-length") == "50000")
        #expect(letters[1].headers[0].value?.count == 50_000)
    }
}
