import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// The outcome topic on a real broker process: what is on it is true, and keeps notifications from being sent again.
@Suite(.serialized, .timeLimit(.minutes(10))) struct OutcomeTests {
    private static let partitions = 6

    private static func work(_ count: Int, in world: AppStoreWorld, invalidShare: Int) -> Workload {
        Workload(
            count: count,
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: invalidShare,
            signedDate: WholePathTests.now,
            seed: 5
        )
    }

    @Test func `a notification that is produced six times over two restarts is sent once`() async throws {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let outcomes = try await world.broker.createTopic("outcomes", partitions: Self.partitions)
        let work = Self.work(60, in: world, invalidShare: 0)
        for _ in 0..<3 {
            let worker = try await world.startWorker(WholePathTests.fast, kafka: "outcomeTopic: \(outcomes)")
            // Twice in a row, so that one comes while the other is under way.
            try await work.produce(to: world.broker)
            try await work.produce(to: world.broker)
            #expect(try await worker.wait { try await worker.metric("consumption_events_total") >= 120 })
            #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: Self.partitions) })
            #expect(await worker.stop().status == 0)
        }
        #expect(world.accepted().count == 60)
        #expect(world.accepted().values.allSatisfy { $0 == 1 })
        #expect(world.arrivals().count == 60)
        let written = try await world.broker.read(outcomes, atLeast: 360).map {
            String(decoding: $0.value ?? [], as: UTF8.self)
        }
        #expect(written.count == 360)
        #expect(written.count { $0.contains(#""outcome":"accepted""#) } == 60)
        #expect(written.count { $0.contains(#""outcome":"duplicate""#) } == 300)
    }

    @Test func `each event has one outcome, in the partition of its number, that the schema allows`() async throws {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let outcomes = try await world.broker.createTopic("outcomes", partitions: Self.partitions)
        let work = Self.work(400, in: world, invalidShare: 40)
        try await work.produce(to: world.broker)
        let worker = try await world.startWorker(WholePathTests.fast, kafka: "outcomeTopic: \(outcomes)")
        #expect(try await worker.wait { try await worker.metric("consumption_events_total") >= 400 })
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: Self.partitions) })
        #expect(await worker.stop().status == 0)
        let records = try await world.broker.read(outcomes, atLeast: 400)
        let events = try await world.broker.read(world.topic, atLeast: 400)
        #expect(Set(records.compactMap(Source.init(toldBy:))) == Set(events.map(Source.init(of:))))
        #expect(records.count == 400)
        let texts = records.map { String(decoding: $0.value ?? [], as: UTF8.self) }
        #expect(texts.count { $0.contains(#""outcome":"accepted""#) } == work.valid.count)
        #expect(!texts.contains { $0.contains("7e3fb20b-4cdb-47cc-936d-99d65f608138") }, "an account token")
        #expect(try await Self.invalid(texts, in: world).isEmpty)
    }

    @Test func `with too few partitions nothing is taken, and readiness says what to do`() async throws {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let outcomes = try await world.broker.createTopic("outcomes", partitions: 2)
        let work = Self.work(60, in: world, invalidShare: 0)
        let worker = try await world.startWorker(WholePathTests.fast, kafka: "outcomeTopic: \(outcomes)")
        try await work.produce(to: world.broker)
        #expect(
            try await worker.wait {
                try await worker.get("/readyz").body.contains("\(outcomes) has 2 partitions: give it as many")
            }
        )
        #expect(try await worker.get("/healthz").status == 200)
        #expect(try await worker.metric("consumption_kafka_fault", #"condition="outcomes""#) == 1)
        // Those that have outcomes go on.
        #expect(try await worker.consumedPartitions().isSubset(of: [0, 1]))
        #expect(await worker.stop().status == 0)
    }

    /// Which of the texts a JSON Schema implementation that is not ours objects to, and why.
    private static func invalid(_ texts: [String], in world: AppStoreWorld) async throws -> String {
        let judge = """
            import json, sys
            from jsonschema import Draft202012Validator as Validator
            schema = json.load(open("schema.json"))
            Validator.check_schema(schema)
            for line in open("outcomes.jsonl"):
                for error in Validator(schema).iter_errors(json.loads(line)):
                    print(line, error.message)
            """
        let schema = try await ChildProcess.output(of: WorkerBinary.path, ["schema", "--outcome"])
        try world.directory.write(schema.utf8, to: "schema.json")
        try world.directory.write(texts.joined(separator: "\n").utf8, to: "outcomes.jsonl")
        let script = "cd \"$1\" && exec \"$0\" -c \"$2\""
        return try await ChildProcess.output(of: "/bin/sh", ["-c", script, testPython(), world.directory.path, judge])
    }
}

/// The place of an event, and the key that it had.
private struct Source: Hashable {
    let topic: String
    let partition: Int32
    let offset: Int64
    let key: [UInt8]?

    init(of event: KafkaRecord) {
        (topic, partition) = (event.topicPartition.topic, event.topicPartition.partition)
        (offset, key) = (event.offset, event.key)
    }

    /// As an outcome tells it, if that stands in the partition with the same number.
    init?(toldBy outcome: KafkaRecord) {
        let object = (try? JSONSerialization.jsonObject(with: Data(outcome.value ?? []))) as? [String: Any]  // Or none.
        guard let source = object?["source"] as? [String: Any], let topic = source["topic"] as? String,
            let partition = source["partition"] as? Int, partition == Int(outcome.topicPartition.partition),
            let offset = source["offset"] as? Int
        else { return nil }
        (self.topic, self.partition, self.offset) = (topic, Int32(partition), Int64(offset))
        key = outcome.key
    }
}
