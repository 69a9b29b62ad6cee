import AppStoreStandIn
import Foundation
import Kafka
import TestSupport
import Testing

/// The real `dead-letters` command on what the real worker has filed.
@Suite(.serialized, .timeLimit(.minutes(10))) struct DeadLettersTests {
    private static let percentage = "ConsumptionPercentageOutOfRangeError"

    /// Ends with each of three codes: a percentage that is too large, a missing consent, and no JSON.
    static func produceInvalid(_ count: Int, to world: AppStoreWorld) async throws {
        let producer = try KafkaProducer(properties: ["bootstrap.servers": world.broker.bootstrapServers])
        let records = (0..<count).map { number in
            var event = SampleEvent(number, signedDate: WholePathTests.now)
            let right = SampleEvent.delivered
            switch number % 5 {
            case 0, 1, 2: event.body.1 = right.replacing("50000", with: "500000")
            case 3: event.body.1 = right.replacing(#""customerConsented":true"#, with: #""customerConsented":false"#)
            default: event.body.1 = "{"
            }
            return ProducerRecord(
                ticket: UInt64(number),
                topic: world.topic,
                key: Array(event.transactionID.utf8),
                value: event.bytes,
                headers: [KafkaHeader("number", "\(number)")]
            )
        }
        #expect(producer.publish(records).isEmpty)
        #expect(await producer.flush(within: .seconds(60)) == 0)
    }

    /// Runs the command to its end; its lines are those of standard output and standard error.
    static func run(
        _ words: [String],
        in world: AppStoreWorld
    ) async throws -> (status: Int32, output: [String]) {
        try await start(words, in: world).wait()
    }

    static func start(_ words: [String], in world: AppStoreWorld) throws -> ChildProcess {
        let file = try world.directory.write(world.configuration(WholePathTests.fast).utf8, to: "letters.yaml")
        return try ChildProcess(WorkerBinary.path, ["dead-letters"] + words + ["--config", file])
    }

    private static func patch(in world: AppStoreWorld) throws -> String {
        let text = #"{"consumptionRequest": {"consumptionPercentage": 25000}}"#
        return try world.directory.write(text.utf8, to: "patch.json")
    }

    @Test func `100 dead letters are listed, counted, shown, mended and replayed once`() async throws {
        let world = try await AppStoreWorld()
        try await Self.produceInvalid(100, to: world)
        let worker = try await world.startWorker(WholePathTests.fast)
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: 100))

        let summary = try await Self.run(["list", "--summary"], in: world)
        #expect(summary.status == 0)
        #expect(
            summary.output == [
                "       60  \(Self.percentage) (rules)", "       20  InvalidCustomerConsentedError (rules)",
                "       20  MalformedEventError (decode)", "      100  in all",
            ]
        )
        try await expectLists(in: world)
        try await expectDryRunChangesNothing(in: world)

        let words = ["replay", "--reason", Self.percentage, "--edit", try Self.patch(in: world)]
        let replay = try await Self.run(words, in: world)
        #expect(replay.status == 0)
        #expect(replay.output.first == "60 inspected: 60 replayed, 0 skipped")
        #expect(try await worker.wait(for: "consumption_events_total", #""accepted""#, toBeAtLeast: 60))
        #expect(world.accepted().count == 60)
        #expect(world.accepted().values.allSatisfy { $0 == 1 })
        #expect(
            world.arrivals().allSatisfy { String(decoding: $0.body, as: UTF8.self).contains(#"Percentage":25000"#) }
        )
        let second = try await Self.run(words, in: world)
        #expect(second.status == 0)
        #expect(second.output.first == "0 inspected: 0 replayed, 0 skipped")
        try await expectHeaders(in: world)
        #expect(await worker.stop().status == 0)
    }

    @Test func `a record that keeps failing is replayed three times, and its count is kept`() async throws {
        let world = try await AppStoreWorld(partitions: 1)
        try await Self.produceInvalid(1, to: world)
        let worker = try await world.startWorker(WholePathTests.fast)
        for round in 1...3 {
            #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: Double(round)))
            let replay = try await Self.run(["replay"], in: world)
            #expect(replay.output == ["1 inspected: 1 replayed, 0 skipped"])
        }
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: 4))
        let fourth = try await Self.run(["replay"], in: world)
        #expect(fourth.output.first == "1 inspected: 0 replayed, 1 skipped")
        let letters = try await world.broker.read(world.deadLetterTopic, atLeast: 4)
        #expect(letters.map { $0.header("dlq.replays") } == ["0", "1", "2", "3"])
        // Our headers are replaced, however often it came.
        for letter in letters {
            let names = letter.headers.map { String(decoding: $0.name, as: UTF8.self) }
            #expect(Set(names).count == names.count, "\(names)")
            #expect(names.first == "number")
        }
        #expect(await worker.stop().status == 0)
    }

    @Test func `a replay that is killed in the middle loses none, and repeats at most the one under way`()
        async throws
    {
        let world = try await AppStoreWorld()
        try await Self.produceInvalid(100, to: world)
        let worker = try await world.startWorker(WholePathTests.fast)
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: 100))
        #expect(await worker.stop().status == 0)
        let before = try await Self.numbers(on: world.topic, of: world)
        #expect(before.count == 100)

        let kills = 3
        for kill in 1...kills {
            let replay = try Self.start(["replay", "--rate", "20"], in: world)
            // Somewhere in the middle, not when nothing or everything has been done.
            try await Self.waitForRecords(100 + kill * 15, on: world.topic, of: world)
            replay.end(with: SIGKILL)
            #expect(await replay.wait().status == 128 + SIGKILL)
        }
        let last = try await Self.run(["replay"], in: world)
        #expect(last.status == 0)
        let replayed = try await Self.numbers(on: world.topic, of: world)
        let counts = Dictionary(replayed.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts.count == 100)
        #expect(counts.values.allSatisfy { $0 >= 2 }, "lost: \(counts.filter { $0.value < 2 })")
        #expect(replayed.count - 200 <= kills, "replayed twice: \(counts.filter { $0.value > 2 })")
        let nothing = try await Self.run(["replay"], in: world)
        #expect(nothing.output == ["0 inspected: 0 replayed, 0 skipped"])
    }

    @Test func `a topic that is not there ends with 69 and says so`() async throws {
        let world = try await AppStoreWorld(partitions: 1)
        let text = world.configuration().replacing(world.deadLetterTopic, with: "nowhere")
        let file = try world.directory.write(text.utf8, to: "nowhere.yaml")
        let list = try await ChildProcess(WorkerBinary.path, ["dead-letters", "list", "--config", file]).wait()
        #expect(list.status == 69)
        #expect(list.output == ["nowhere: there is no such topic"])
    }

    // MARK: What is expected

    private func expectLists(in world: AppStoreWorld) async throws {
        let lines = try await Self.run(["list", "--json", "--stage", "decode"], in: world).output
        #expect(lines.count == 20)
        let letters = try lines.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(letters.allSatisfy { $0["reason"] as? String == "MalformedEventError" })
        let table = try await Self.run(["list", "--app", "com.example.game", "--since", "1h"], in: world).output
        #expect(table.count == 81)
        #expect(table.first?.hasPrefix("PLACE") == true)
        #expect(try await Self.run(["list", "--until", "1h"], in: world).output.count == 1)
        #expect(try await Self.run(["list", "--text", #"Consented":false"#], in: world).output.count == 21)
        let place = try #require(table.last { $0.contains(Self.percentage) }?.split(separator: " ").first)
        let shown = try await Self.run(["show", String(place)], in: world)
        #expect(shown.status == 0)
        #expect(shown.output.first == "Dead letter \(place)")
        #expect(
            shown.output.contains {
                $0.hasSuffix("https://developer.apple.com/documentation/appstoreserverapi/consumptionpercentage")
            }
        )
        #expect(shown.output.contains(#"      "consumptionPercentage": 500000"#))
        #expect(try await Self.run(["show", "0:9999"], in: world).status == 1)
    }

    private func expectDryRunChangesNothing(in world: AppStoreWorld) async throws {
        for _ in 1...2 {
            let run = try await Self.run(["replay", "--reason", Self.percentage, "--dry-run"], in: world)
            #expect(run.status == 0)
            #expect(
                run.output == [
                    "60 inspected: 60 would be replayed, 0 skipped",
                    "  40 left for another replay: not meant by the filters",
                ]
            )
        }
        #expect(try await Self.numbers(on: world.topic, of: world).count == 100)
    }

    private func expectHeaders(in world: AppStoreWorld) async throws {
        let replayed = try await world.broker.read(world.topic, atLeast: 160).filter {
            $0.header("dlq.replays") != nil
        }
        #expect(replayed.count == 60)
        for record in replayed {
            #expect(record.headers.map { String(decoding: $0.name, as: UTF8.self) } == ["number", "dlq.replays"])
            #expect(record.header("dlq.replays") == "1")
        }
    }

    /// The number of each record on a topic, in any order.
    static func numbers(on topic: String, of world: AppStoreWorld) async throws -> [String] {
        try await world.broker.read(topic, atLeast: 100).compactMap { $0.header("number") }
    }

    static func waitForRecords(_ count: Int, on topic: String, of world: AppStoreWorld) async throws {
        let consumer = try KafkaConsumer(
            properties: ["bootstrap.servers": world.broker.bootstrapServers],
            topics: [topic],
            groupID: world.broker.uniqueName("watcher")
        )
        var seen = 0
        while seen < count {
            for case .record in await consumer.turn(ConsumerTurn(timeout: .milliseconds(50), maximumEvents: 100)) {
                seen += 1
            }
        }
        _ = await consumer.close(within: .seconds(5))
    }
}
