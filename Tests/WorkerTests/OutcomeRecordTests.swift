import ConsumptionRules
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// The format that downstream relies on, and that a worker reads back.
@Suite struct OutcomeRecordTests {
    var world = PipelineWorld { $0.outcomeTopic = "outcomes" }

    private mutating func outcome(of value: [UInt8]?, headers: [KafkaHeader] = []) throws -> String {
        world.assign(3...3)
        world.read(.success(.init(accepted: [], nextOffset: 0, end: 0)))
        world.poll([
            .record(
                KafkaRecord(
                    topicPartition: PipelineWorld.partition(3),
                    offset: 42,
                    timestamp: KafkaTimestamp(milliseconds: world.now.date.milliseconds - 1000, source: .producer),
                    key: Array("key".utf8),
                    value: value,
                    headers: headers
                )
            )
        ])
        if !world.requests.isEmpty {
            world.now.date = world.now.date + .seconds(2)
            world.answer(.accepted)
        } else {
            world.acknowledge()
        }
        let record = try #require(world.published.first)
        #expect(record.topic == "outcomes")
        return String(decoding: record.value ?? [], as: UTF8.self)
    }

    @Test mutating func `an acceptance says everything, and nothing of the body`() throws {
        var event = world.event(7, age: .seconds(60))
        event.body = ("consumptionRequestV1", SampleEvent.v1)
        let trace = KafkaHeader("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        let text = try outcome(of: event.bytes, headers: [trace])
        let date = world.now.date.milliseconds
        #expect(
            text == """
                {"schemaVersion":1,"outcome":"accepted","notificationUUID":"00000000-0000-4000-8000-000000000007",\
                "transactionId":"20000007","bundleId":"com.example.game","environment":"Production","httpStatus":202,\
                "attempts":1,"signedDate":\(event.signedDate),"eventTime":\(date - 3000),"decisionTime":\(date),\
                "timeLeft":\(event.signedDate + 42_900_000 - date),\
                "source":{"topic":"consumption-events","partition":3,"offset":42},"worker":"consumption-worker",\
                "traceId":"4bf92f3577b34da6a3ce929d0e0e4736"}
                """
        )
    }

    @Test mutating func `a refusal says its reason, and of the event what could be read`() throws {
        var event = world.event(7)
        event.bundleID = "com.example.stranger"
        let text = try outcome(of: event.bytes)
        #expect(text.contains(#""outcome":"dead_lettered""#))
        #expect(text.contains(#""reason":"UnknownAppError","stage":"rules","attempts":0"#))
        #expect(text.contains(#""bundleId":"com.example.stranger""#))
        #expect(!text.contains("httpStatus"))
    }

    @Test mutating func `of a record that cannot be read there is nothing but its place and its end`() throws {
        let text = try outcome(of: Array("{".utf8))
        #expect(text.hasPrefix(#"{"schemaVersion":1,"outcome":"dead_lettered","reason":"MalformedEventError","#))
        #expect(text.contains(#""offset":42"#))
        #expect(!text.contains("notificationUUID"))
    }

    @Test mutating func `what is written is understood when it is read back`() throws {
        let event = world.event(7, age: .seconds(60))
        let text = try outcome(of: event.bytes)
        let uuid = try #require(NotificationUUID(event.notificationUUID))
        let date = UnixTime(milliseconds: event.signedDate)
        #expect(
            PastOutcome(reading: Array(text.utf8))
                == .accepted(Acceptance(notificationUUID: uuid, signedDate: date))
        )
    }

    @Test(arguments: [
        (#"{"schemaVersion":1,"outcome":"duplicate"}"#, PastOutcome.other),
        (#"{"schemaVersion":1,"outcome":"dead_lettered","source":{"topic":"t"}}"#, .other),
        (#"{"schemaVersion":1,"outcome":"accepted"}"#, .unreadable),
        (#"{"schemaVersion":1,"outcome":"accepted","notificationUUID":"7","signedDate":1}"#, .unreadable),
        (#"{"schemaVersion":1,"outcome":"lost"}"#, .unreadable),
        (#"{"schemaVersion":2,"outcome":"duplicate"}"#, .unreadable),
        ("{", .unreadable), ("", .unreadable), ("[]", .unreadable),
    ]) func `only an acceptance suppresses, and other people's records are passed over`(
        text: String,
        expected: PastOutcome
    ) {
        #expect(PastOutcome(reading: Array(text.utf8)) == expected)
        #expect(PastOutcome(reading: nil) == .unreadable)
    }

    @Test(arguments: [
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "4bf92f3577b34da6a3ce929d0e0e4736", "",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
    ]) mutating func `a trace that is not written as it ought to be is left out`(header: String) throws {
        let text = try outcome(of: world.event(1).bytes, headers: [KafkaHeader("traceparent", header)])
        #expect(!text.contains("traceId"))
    }
}
