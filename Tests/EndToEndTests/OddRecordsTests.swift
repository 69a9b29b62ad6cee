import Foundation
import Kafka
import TestSupport
import Testing

/// Records as nobody should write them, through the real broker and the real program: each has its defined end.
@Suite(.serialized, .timeLimit(.minutes(10))) struct OddRecordsTests {
    @Test func `each odd record is sent, or dead-lettered for its reason with every byte that came`() async throws {
        let world = try await AppStoreWorld()
        let records = OddRecord.all(signedDate: WholePathTests.now)
        let file = try world.directory.write(
            JSONSerialization.data(withJSONObject: records.map(\.json)),
            to: "odd.json"
        )
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "produce_records.py").path()
        let said = try await ChildProcess.output(
            of: testPython(),
            [script, world.broker.bootstrapServers, world.topic, file]
        )
        #expect(said == "produced")
        let worker = try await world.startWorker(WholePathTests.fast)
        #expect(try await worker.wait(for: "consumption_events_total", toBeAtLeast: Double(records.count)))
        #expect(try await worker.get("/healthz").status == 200)
        let dead = records.filter { $0.reason != nil }
        let letters = try await world.broker.read(world.deadLetterTopic, atLeast: dead.count)
        #expect(letters.count == dead.count)
        let byName = Dictionary(letters.map { ($0.header("case") ?? "", $0) }) { $1 }
        for record in dead { try expect(record, in: byName) }
        #expect(Set(world.accepted().keys) == Set(records.filter { $0.reason == nil }.map(\.transactionID)))
        #expect(world.accepted().values.allSatisfy { $0 == 1 })
        #expect(try await worker.wait { try await world.lag() == 0 })
        #expect(await worker.stop().status == 0)
    }

    private func expect(_ record: OddRecord, in letters: [String: KafkaRecord]) throws {
        let name = Comment(rawValue: record.name)
        let letter = try #require(letters[record.name], name)
        #expect(letter.header("dlq.reason") == record.reason, name)
        #expect(letter.key == record.key, name)
        #expect(letter.value == (record.isReduced ? record.value.map { Array($0.prefix(1024)) } : record.value), name)
        #expect(
            letter.header("dlq.value-length") == (record.isReduced ? record.value.map { "\($0.count)" } : nil),
            name
        )
        #expect(Array(letter.headers.prefix(record.headers.count)) == record.headers, name)
        #expect(letter.headers[record.headers.count...].allSatisfy { $0.name.starts(with: "dlq.".utf8) }, name)
        if let timestamp = record.letterTimestamp { #expect(letter.header("dlq.timestamp") == timestamp, name) }
    }
}

/// A record that is odd in one way.
private struct OddRecord {
    let name: String
    let transactionID: String
    var key: [UInt8]?
    var value: [UInt8]?
    var headers: [KafkaHeader]
    /// UNIX milliseconds; 0 for now.
    var timestamp: Int64 = 0
    /// What the dead letter says of it, where that is known.
    var letterTimestamp: String?
    var codec = "none"
    /// Whether the topic takes the dead letter only with the beginning of its value.
    var isReduced = false
    /// The dead letter's reason; `nil` when it is sent.
    var reason: String?

    var json: [String: Any] {
        [
            "name": name, "key": Self.hex(key), "value": Self.hex(value), "timestamp": timestamp, "codec": codec,
            "headers": headers.map { [String(decoding: $0.name, as: UTF8.self), Self.hex($0.value)] },
        ]
    }

    private static func hex(_ bytes: [UInt8]?) -> Any {
        bytes.map { $0.map { String(format: "%02x", $0) }.joined() } ?? NSNull()
    }

    /// Every oddity of a value, and every other one twice: of an event that is sent and of one that is refused.
    static func all(signedDate: Int64) -> [OddRecord] {
        var number = 0
        func record(_ name: String, _ reason: String? = nil, _ change: (inout OddRecord) -> Void = { _ in })
            -> OddRecord
        {
            number += 1
            let event = SampleEvent(number, signedDate: signedDate)
            var record = OddRecord(
                name: name,
                transactionID: event.transactionID,
                key: Array(event.transactionID.utf8),
                value: reason == nil ? event.bytes : Array("no event".utf8),
                headers: [KafkaHeader("case", name)],
                reason: reason
            )
            change(&record)
            return record
        }
        let pattern = (0..<(1 << 20)).map { UInt8($0 % 251) }
        let values: [(String, String, [UInt8]?)] = [
            ("tombstone", "TombstoneError", nil), ("empty value", "EmptyEventError", []),
            ("invalid UTF-8", "MalformedEventError", [0x7B, 0x22, 0xC3, 0x28, 0x22, 0x7D]),
            ("zeros", "MalformedEventError", [0, 0, 0]),
            ("almost 1 MiB", "EventTooLargeError", Array(pattern.prefix(1_000_000))),
            ("1 MiB", "EventTooLargeError", pattern),
        ]
        let others: [(String, (inout OddRecord) -> Void)] =
            [
                ("null key", { $0.key = nil }), ("empty key", { $0.key = [] }),
                ("binary key", { $0.key = [0xFF, 0x00, 0xC3, 0x28] }),
                (
                    "repeated and null headers",
                    {
                        $0.headers += [
                            KafkaHeader("a", "1"), KafkaHeader(name: Array("a".utf8), value: nil), KafkaHeader("a", ""),
                            KafkaHeader("a", "1"), KafkaHeader("", "nameless"),
                        ]
                    }
                ),
                (
                    "headers of 100 KB",
                    { $0.headers += (0..<100).map { KafkaHeader("h\($0)", String(repeating: "x", count: 1000)) } }
                ),
                ("timestamp -1", { $0.timestamp = -1 }),
                (
                    "timestamp in the future",
                    {
                        $0.timestamp = 4_102_444_800_000
                        $0.letterTimestamp = "4102444800000"
                    }
                ),
            ]
            + ["none", "gzip", "snappy", "lz4", "zstd"].map { codec in ("codec \(codec)", { $0.codec = codec }) }
        return values.map { name, reason, value in
            record(name, reason) {
                $0.value = value
                guard name == "1 MiB" else { return }
                // Brokers take it compressed only; what comes out is too large for them, as the dead letter shows.
                ($0.codec, $0.isReduced) = ("gzip", true)
            }
        }
            + others.flatMap { name, change in
                [record(name, nil, change), record("\(name), refused", "MalformedEventError", change)]
            }
    }
}
