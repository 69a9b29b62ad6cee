import Foundation
import Kafka
import TestSupport
import Testing

/// The real `validate` command on a topic of a real broker.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ValidateTopicTests {
    /// Numbered records for two partitions in turn: every fifth lacks the consent, and one is a tombstone.
    private static func produce(to world: AppStoreWorld, _ numbers: Range<Int>) async throws {
        let records = numbers.map { number in
            var event = SampleEvent(number, signedDate: WholePathTests.now - 60_000)
            if number % 5 == 0 {
                event.body.1.replace(#""customerConsented":true"#, with: #""customerConsented":false"#)
            }
            return ProducerRecord(
                ticket: UInt64(number),
                topic: world.topic,
                partition: Int32(number % 2),
                key: nil,
                value: number == 7 ? nil : event.bytes,
                headers: []
            )
        }
        try await Workload.produce(records, to: world.broker)
    }

    private static func start(_ words: [String], in world: AppStoreWorld) throws -> ChildProcess {
        let file = try world.directory.write(world.configuration().utf8, to: "validate.yaml")
        return try ChildProcess(
            WorkerBinary.path,
            ["validate", "--config", file, "--topic", world.topic] + words
        )
    }

    @Test func `a topic is read from any place, in whole or in part, and nothing is left behind`() async throws {
        let world = try await AppStoreWorld(partitions: 2)
        try await Self.produce(to: world, 0..<20)
        let whole = try await Self.start([], in: world).wait()
        #expect(whole.status == 1)
        #expect(whole.output.count == 23)
        #expect(whole.output.contains("\(world.topic):1:0: valid"))
        #expect(whole.output.contains { $0.hasPrefix("\(world.topic):0:0: InvalidCustomerConsentedError: ") })
        #expect(whole.output.contains { $0.hasPrefix("\(world.topic):1:3: TombstoneError: ") })
        #expect(
            whole.output.suffix(3) == [
                "        4  InvalidCustomerConsentedError (rules)", "        1  TombstoneError (decode)",
                "15 valid, 5 invalid",
            ]
        )
        let rest = try await Self.start(["--from", "9", "--json"], in: world).wait()
        let lines = [0, 1].map { #"{"topic":"\#(world.topic)","partition":\#($0),"offset":9,"valid":true}"# }
        #expect(Set(rest.output) == Set(lines + ["2 valid, 0 invalid"]))
        #expect(rest.status == 0)
        let part = try await Self.start(["--limit", "3", "--summary", "--json"], in: world).wait()
        #expect(part.output.count == 1)
        #expect(part.output.first?.hasPrefix(#"{"valid":"#) == true)
        #expect(
            try await Self.start(["--from", "1h", "--summary"], in: world).wait().output.last == "15 valid, 5 invalid"
        )
        let now = "\(WholePathTests.now + 60_000)"
        #expect(try await Self.start(["--from", now], in: world).wait().output == ["0 valid, 0 invalid"])
        // The group of the workers is as it was: nobody has committed anything in it.
        #expect(try await world.lag() == 20)
    }

    @Test func `from latest it waits for what is written, and a signal ends it with the counts`() async throws {
        let world = try await AppStoreWorld(partitions: 2)
        try await Self.produce(to: world, 0..<5)
        let run = try Self.start(["--from", "latest"], in: world)
        // Nothing tells from outside when it has begun to wait, so records are written until one is seen.
        let writer = Task {
            var number = 11
            while !Task.isCancelled {
                try await Self.produce(to: world, number..<(number + 1))
                number += 5
            }
        }
        #expect(await run.line(containing: ": valid") != nil)
        writer.cancel()
        run.end(with: SIGINT)
        let (status, output) = await run.wait()
        #expect(status == 0)
        #expect(output.last?.hasSuffix(" valid, 0 invalid") == true)
        _ = await writer.result
    }

    @Test func `a topic that ends with the mark of a transaction is read to its end`() async throws {
        let world = try await AppStoreWorld(partitions: 1)
        let script = """
            import sys
            from confluent_kafka import Producer

            servers, topic, value = sys.argv[1:]
            producer = Producer({"bootstrap.servers": servers, "transactional.id": topic})
            producer.init_transactions(30)
            producer.begin_transaction()
            producer.produce(topic, value)
            producer.commit_transaction(30)
            """
        let event = SampleEvent(1, signedDate: WholePathTests.now - 60_000).json
        let words = [world.broker.bootstrapServers, world.topic, event]
        _ = try await ChildProcess.output(of: testPython(), ["-c", script] + words)
        let begin = ContinuousClock.now
        let (status, output) = try await Self.start([], in: world).wait()
        #expect(output == ["\(world.topic):0:0: valid", "1 valid, 0 invalid"])
        #expect(status == 0)
        // It would end only when its patience does.
        #expect(ContinuousClock.now - begin < .seconds(25))
    }

    @Test func `a topic that is not there ends with 69`() async throws {
        let world = try await AppStoreWorld(partitions: 1)
        let file = try world.directory.write(world.configuration().utf8, to: "validate.yaml")
        let (status, output) = try await ChildProcess(
            WorkerBinary.path,
            ["validate", "--config", file, "--topic", "no-such-topic"]
        ).wait()
        #expect(status == 69)
        #expect(output == ["0 valid, 0 invalid", "no-such-topic: there is no such topic"])
    }
}
