import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// Dead letters that the producer or the topic does not take.
@Suite struct PipelinePublicationTests {
    var world = PipelineWorld()

    private static let broken = KafkaError(
        code: .outOfOrderSequenceNumber,
        reason: "out of order sequence number",
        isFatal: true
    )
    private static let tooLarge = KafkaError(code: .messageTooLarge, reason: "too large")

    init() {
        world.assign()
    }

    // MARK: A producer that has failed for good

    @Test mutating func `a producer in trouble is left alone`() {
        world.deliver([nil])
        world.producerFails(KafkaError(code: .transport, reason: "down"))
        world.pass(.seconds(60))
        #expect(world.renewals == 0)
        #expect(world.ending == nil)
    }

    @Test mutating func `one that has failed for good is replaced at once, and what it had is published again`() {
        world.deliver([nil, [], nil])
        world.producerFails(Self.broken)
        #expect(world.renewals == 1)
        for _ in 0..<3 { world.acknowledge(KafkaError(code: .purgedInFlight, reason: "purged")) }
        #expect(world.finished.isEmpty)
        #expect(!world.pipeline.unreadiness.isEmpty)
        world.pass(.seconds(1))
        #expect(world.published.count == 3)
        #expect(world.commits.isEmpty)
        for _ in 0..<3 { world.acknowledge() }
        world.poll()
        #expect(world.ordered(0) == 3)
        #expect(world.finished.count == 3)
        #expect(world.pipeline.unreadiness.isEmpty)
        #expect(world.ending == nil)
    }

    @Test mutating func `those that fail one after the other are replaced later each time, until a record is written`()
    {
        world.deliver([nil])
        var times: [Instant] = []
        for _ in 0..<6 {
            world.producerFails(Self.broken)
            let before = world.renewals
            world.producerFails(Self.broken)
            while world.renewals == times.count { world.pass(.milliseconds(100)) }
            #expect(world.renewals - before <= 1)
            times.append(world.now.instant)
        }
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps == [200, 400, 800, 1600, 3200].map(Duration.milliseconds))
        world.acknowledge()
        world.producerFails(Self.broken)
        #expect(world.renewals == 7)
    }

    // MARK: A dead letter that is too large

    private mutating func deliverLarge() -> [UInt8] {
        let value = (0..<5000).map { UInt8($0 % 251) }
        world.deliver([value])
        return value
    }

    @Test mutating func `a dead letter that is too large goes with its beginning, its length and its digest`() {
        let value = deliverLarge()
        #expect(world.published[0].value == value)
        #expect(world.published[0].header("dlq.reduced") == nil)
        let before = world.published[0].headers
        world.acknowledge(Self.tooLarge)
        let letter = world.published[0]
        #expect(world.published.count == 1)
        #expect(letter.value == Array(value[..<1024]))
        #expect(letter.key == Array("key".utf8))
        #expect(Array(letter.headers.prefix(before.count)) == before)
        #expect(letter.header("dlq.reduced") == "1")
        #expect(letter.header("dlq.value-length") == "5000")
        // printf of the same bytes | sha256sum
        #expect(letter.header("dlq.value-sha256") == "69dbee893909fa17d1be397e0c07691336fe42049c29d403467d3d4a1fc3b5a1")
        #expect(world.pipeline.unreadiness.isEmpty)
        world.acknowledge()
        world.poll()
        #expect(world.ordered(0) == 1)
        #expect(world.exposition.contains("consumption_dead_letters_reduced_total 1"))
    }

    @Test mutating func `one that was refused along with others is not reduced, but tried again on its own`() {
        world.deliver([[0x7B], [0x7B]])
        let tickets = world.published.map(\.ticket)
        world.report(tickets.map { DeliveryReport(ticket: $0, error: Self.tooLarge) })
        world.pass(.seconds(1))
        #expect(world.published.map(\.value) == [[0x7B], [0x7B]])
        #expect(world.published.allSatisfy { $0.header("dlq.reduced") == nil })
        #expect(world.commits.isEmpty)
    }

    @Test mutating func `one that is too large even so holds its partition, and the worker says which`() {
        _ = deliverLarge()
        world.acknowledge(Self.tooLarge)
        for _ in 0..<5 {
            world.acknowledge(Self.tooLarge)
            world.pass(.seconds(40))
        }
        #expect(world.commits.isEmpty)
        #expect(world.pipeline.unreadiness.contains { $0.contains("consumption-events[0]@0 is too large") })
        #expect(world.notes.count { if case .letterTooLarge = $0 { true } else { false } } == 1)
        // Somebody has let the topic take more.
        world.acknowledge()
        world.poll()
        #expect(world.ordered(0) == 1)
        #expect(world.pipeline.unreadiness.isEmpty)
    }
}
