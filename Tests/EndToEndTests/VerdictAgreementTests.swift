import Foundation
import Kafka
import TestSupport
import Testing

/// The same rules by every way that leads to them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct VerdictAgreementTests {
    private let seed: UInt64 = 8

    @Test func `schema, C library, validate and the worker give 10,000 random events the same verdict`() async throws {
        let world = try await AppStoreWorld()
        let now = WholePathTests.now
        var generator = RandomEvents(seed: seed, apps: AppStoreWorld.apps, signedDate: now - 60_000)
        let events = generator.values(10_000)
        let judges = try EventJudges(bundleIDs: AppStoreWorld.apps, now: now)
        async let filed = verdictsOfWorker(on: events, in: world)
        let outside = try await judges.outside(on: events)
        let command = try await judges.command(on: events)
        try #require(outside.count == events.count && command.count == events.count)
        let worker = try await filed
        for (number, event) in events.enumerated() {
            let text = Comment(
                rawValue: "seed \(seed), \(number): \(String(decoding: event.prefix(1000), as: UTF8.self))"
            )
            let found = command[number]
            #expect(outside[number].violations == found, text)
            #expect(worker[number] ?? [] == found.map(\.code), text)
            if found.isEmpty {
                #expect(outside[number].schema, text)
            } else if outside[number].schema {
                #expect(!found.map(\.schemaLimit).contains(nil), text)
            }
        }
        // The generator would be no good if one side were rare.
        let validCount = command.count(where: \.isEmpty)
        #expect((3000...7000).contains(validCount))
        #expect(Set(command.joined().map(\.code)).count > 25)
        // What the worker has not filed it has sent.
        #expect(world.accepted().values.reduce(0, +) == events.count - worker.count)
    }

    /// The codes of each event that the worker filed; none where it filed it for its age.
    private func verdictsOfWorker(on events: [[UInt8]], in world: AppStoreWorld) async throws -> [Int: [String]] {
        let records = events.enumerated().map { number, value in
            ProducerRecord(
                ticket: UInt64(number),
                topic: world.topic,
                key: Array("\(number)".utf8),
                value: value,
                headers: [KafkaHeader("number", "\(number)")]
            )
        }
        try await Workload.produce(records, to: world.broker)
        let worker = try await world.startWorker(WholePathTests.fast)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: Double(events.count)))
        let filed = Int(try await worker.metric("consumption_dead_letters_total"))
        #expect(await worker.stop().status == 0)
        let letters = try await world.broker.read(world.deadLetterTopic, atLeast: filed)
        let verdicts = try letters.map { letter in
            let number = try #require(letter.header("number").flatMap { Int($0) })
            let codes = try #require(letter.header("dlq.reasons")).split(separator: ",").map(String.init)
            return (number, letter.header("dlq.stage") == "deadline" ? [] : codes)
        }
        #expect(verdicts.count == filed)
        return Dictionary(verdicts) { $1 }
    }
}
