import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

@Suite struct PipelineFlowTests {
    var world = PipelineWorld()

    @Test mutating func `a valid event becomes one request, and its offset is committed when it was accepted`() {
        world.assign()
        world.deliver([world.event(1)])
        #expect(world.requests.map(\.path.text) == ["/inApps/v2/transactions/consumption/20000001"])
        #expect(
            String(decoding: world.requests[0].body, as: UTF8.self)
                == #"{"consumptionPercentage":50000,"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}"#
        )
        #expect(world.commits.isEmpty)
        world.answer(.accepted)
        #expect(world.interrupts == 1)
        world.poll()
        #expect(world.ordered(0) == 1)
        #expect(world.finished.map(\.outcome) == [.accepted])
    }

    @Test
    mutating func `R34 an invalid event is dead-lettered, and its offset is committed when the broker has the letter`()
    {
        world.assign()
        var event = world.event(1)
        event.type = "Auto-Renewable Subscription"
        world.deliver([event])
        #expect(world.requests.isEmpty)
        let letter = world.published[0]
        #expect(letter.topic == "consumption-events-dead-letter")
        #expect(letter.value == event.bytes)
        #expect(letter.header("dlq.reason") == "ConsumptionPercentageAutoRenewableSubscriptionError")
        #expect(letter.header("dlq.stage") == "rules")
        #expect(letter.header("dlq.offset") == "0")
        #expect(letter.header("dlq.attempts") == "0")
        #expect(letter.header("dlq.last-attempt-at") == nil)
        world.pass(.seconds(60))
        #expect(world.commits.isEmpty)
        world.acknowledge()
        world.poll()
        #expect(world.ordered(0) == 1)
        #expect(world.finished.map(\.outcome) == [.deadLettered])
    }

    @Test mutating func `R45 an event without an answer holds back the commit of all later ones`() {
        world.assign()
        world.deliver((0..<50).map { world.event($0) })
        for _ in 0..<49 { world.answer(.accepted, at: world.requests.count - 1) }
        world.poll()
        #expect(world.ordered(0) == 0)
        world.confirmCommit()
        world.answer(.accepted)
        world.pass(.milliseconds(20))
        #expect(world.ordered(0) == 50)
    }

    @Test mutating func `Apple's refusal goes to the dead letters with its number and words`() {
        world.assign()
        world.deliver([world.event(1)])
        world.pass(.seconds(2))
        world.answer(.invalidTransaction)
        let letter = world.published[0]
        #expect(letter.header("dlq.reason") == "InvalidTransactionIdError")
        #expect(letter.header("dlq.stage") == "submission")
        #expect(letter.header("dlq.http-status") == "400")
        #expect(letter.header("dlq.apple-error-code") == "4000006")
        #expect(letter.header("dlq.apple-error-message") == "Invalid transaction id.")
        #expect(letter.header("dlq.attempts") == "1")
        #expect(letter.header("dlq.first-attempt-at") == letter.header("dlq.last-attempt-at"))
    }

    @Test mutating func `a long text of Apple's is cut to 1 KiB, between characters`() {
        world.assign()
        world.deliver([world.event(1)])
        let text = String(repeating: "é", count: 2000)
        world.answer(.rejected(AppStoreRefusal(status: 400, errorCode: 4_000_006, errorMessage: text)))
        let message = world.published[0].headers.first { $0.isNamed("dlq.message") }?.value ?? []
        #expect((1020...1024).contains(message.count))
        #expect(String(validating: message, as: UTF8.self)?.hasSuffix("é…") == true)
    }

    @Test mutating func `a code without a name keeps its number`() {
        world.assign()
        world.deliver([world.event(1)])
        world.answer(.rejected(AppStoreRefusal(status: 400, errorCode: 4_000_299)))
        #expect(world.published[0].header("dlq.reason") == "AppStoreError")
        #expect(world.published[0].header("dlq.apple-error-code") == "4000299")
    }

    @Test mutating func `R40 an app that is not configured, a tombstone and an empty value each have their reason`() {
        world.assign()
        var stranger = world.event(1)
        stranger.bundleID = "com.example.stranger"
        world.deliver([stranger.bytes, nil, []])
        #expect(
            world.published.map { $0.header("dlq.reason") } == ["UnknownAppError", "TombstoneError", "EmptyEventError"]
        )
        #expect(world.published[1].value == nil)
        #expect(world.published[2].value == [])
    }

    @Test mutating func `R35 a letter that the broker does not take is published again, and holds its partition`() {
        world.assign()
        world.deliver([nil])
        for _ in 0..<20 {
            world.acknowledge(KafkaError(code: .messageTimedOut, reason: "timed out"))
            world.pass(.seconds(40))
            #expect(world.commits.isEmpty)
            #expect(world.published.count == 1)
        }
        #expect(!world.pipeline.unreadiness.isEmpty)
        world.acknowledge()
        world.poll()
        #expect(world.ordered(0) == 1)
        #expect(world.pipeline.unreadiness.isEmpty)
    }

    @Test mutating func `a repeat of a notification in flight is not sent, and ends as a duplicate`() {
        world.assign()
        world.deliver([world.event(1), world.event(1), world.event(1)])
        #expect(world.requests.count == 1)
        world.answer(.accepted)
        #expect(world.requests.isEmpty)
        #expect(world.finished.map(\.outcome) == [.accepted, .duplicate, .duplicate])
        world.deliver([world.event(1)], from: 3)
        #expect(world.finished.map(\.outcome) == [.accepted, .duplicate, .duplicate, .duplicate])
        world.poll()
        #expect(world.ordered(0) == 4)
    }

    @Test mutating func `a repeat of a notification that was refused is judged on its own`() {
        world.assign()
        world.deliver([world.event(1), world.event(1)])
        world.answer(.invalidTransaction)
        #expect(world.requests.count == 1)
        world.answer(.accepted)
        #expect(world.finished.map(\.outcome) == [.accepted])
    }

    @Test mutating func `two notifications for one transaction keep their order`() {
        world.assign()
        var second = world.event(2)
        second.transactionID = world.event(1).transactionID
        world.deliver([world.event(1), second])
        world.answer(.serverError)
        world.pass(.seconds(1))
        #expect(world.started.count == 2)
        #expect(world.started[1].request.body == world.started[0].request.body)
        world.answer(.accepted)
        #expect(world.requests.count == 1)
        world.answer(.accepted)
        #expect(world.finished.map(\.offset) == [0, 1])
    }

    @Test mutating func `R41 headers stay as they came, ours are replaced, the count of replays is kept`() {
        world.assign()
        let headers = [
            KafkaHeader("a", "1"), KafkaHeader(name: Array("b".utf8), value: nil), KafkaHeader("a", "2"),
            KafkaHeader("dlq.reason", "OldError"), KafkaHeader("dlq.replays", "2"),
        ]
        let record = KafkaRecord(
            topicPartition: PipelineWorld.partition(0),
            offset: 7,
            timestamp: nil,
            key: [0xFF, 0x00],
            value: [0xC3, 0x28],
            headers: headers
        )
        world.poll([.record(record)])
        let letter = world.published[0]
        #expect(Array(letter.headers.prefix(3)) == Array(headers.prefix(3)))
        #expect(letter.key == [0xFF, 0x00])
        #expect(letter.value == [0xC3, 0x28])
        #expect(letter.headers.filter { $0.isNamed("dlq.reason") }.count == 1)
        #expect(letter.header("dlq.reason") == "MalformedEventError")
        #expect(letter.header("dlq.replays") == "2")
        #expect(letter.header("dlq.timestamp") == nil)
    }
}
