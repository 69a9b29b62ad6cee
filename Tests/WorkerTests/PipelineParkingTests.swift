import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// An app that is held up must not stop the others: what it has too much is parked, and comes back.
@Suite struct PipelineParkingTests {
    var world = PipelineWorld(Self.policy)
    static let deferredTopic = "deferred"
    static let parked = TopicPartition(topic: deferredTopic, partition: 0)

    static func policy(_ policy: inout PipelinePolicy) {
        policy.deferredTopic = deferredTopic
        policy.parkAfter = 5
        policy.maxInFlight = 2
    }

    /// An app that Apple refuses, with so many events in memory.
    private mutating func refuseApp(_ count: Int) {
        world.assign(committed: 0)
        world.deliver((0..<count).map { world.event($0) })
        world.answerOutstanding(.unauthorized)
        while !world.requests.isEmpty { world.answer(.unauthorized) }
    }

    private mutating func assignParked() {
        world.poll([
            .assigned([AssignedPartition(topicPartition: Self.parked, committed: 0, place: 1, partitionCount: 2)])
        ])
        world.pass(.milliseconds(1100))
    }

    /// What was parked, as it comes back.
    private func returned(_ records: [ProducerRecord]) -> [ConsumerEvent] {
        zip(0..., records).map { offset, record in
            .record(
                KafkaRecord(
                    topicPartition: Self.parked,
                    offset: offset,
                    timestamp: KafkaTimestamp(milliseconds: world.now.date.milliseconds, source: .producer),
                    key: record.key,
                    value: record.value,
                    headers: record.headers
                )
            )
        }
    }

    @Test mutating func `a refused app keeps parkAfter records, the others are parked and count as finished`() throws {
        refuseApp(20)
        #expect(world.published.count == 15)
        #expect(world.published.allSatisfy { $0.topic == Self.deferredTopic })
        let first = try #require(world.published.first)
        #expect(first.key == Array("key".utf8))
        #expect(first.header("deferred.count") == "1")
        #expect(first.header("deferred.topic") == PipelineWorld.topic)
        #expect(first.header("deferred.partition") == "0")
        #expect(first.header("deferred.until") == "\(world.now.date.milliseconds + 30_000)")
        while !world.published.isEmpty { world.acknowledge() }
        #expect(world.pipeline.openCount == 5)
        #expect(world.finished.isEmpty)
        world.deliver([world.event(30)], from: 20)
        #expect(world.published.count == 1)
        world.poll()
        #expect(world.ordered(0) == 0)
        #expect(world.commits.first?.metadata?.isEmpty == false)
    }

    @Test(arguments: ["9223372036854775807", "99999999999999999999", "-1", "x"])
    mutating func `a record is parked whatever it says how often it was`(count: String) {
        world.assign(committed: 0)
        world.deliver((0..<20).map { world.event($0, age: .seconds(60)) })
        // What has the latest deadline is parked first.
        world.poll([record(world.event(20), in: PipelineWorld.partition(0), ("deferred.count", count))])
        world.answerOutstanding(.throttled(for: .seconds(60)))
        #expect(world.published.count == 16)
        #expect(world.published.compactMap { $0.header("deferred.count").flatMap { Int($0) } }.count == 16)
    }

    @Test(arguments: ["9223372036854775807", "1800050000000"])
    mutating func `a parked record holds its partition for an hour at most, whatever it says`(until: String) {
        assignParked()
        world.poll([record(world.event(1), in: Self.parked, ("deferred.until", until))])
        world.pass(.seconds(3590))
        #expect(world.requests.isEmpty)
        world.pass(.seconds(20))
        #expect(world.requests.count == 1)
    }

    private func record(
        _ event: SampleEvent,
        in partition: TopicPartition,
        _ header: (name: String, value: String)
    ) -> ConsumerEvent {
        .record(
            KafkaRecord(
                topicPartition: partition,
                offset: 20,
                timestamp: nil,
                key: nil,
                value: event.bytes,
                headers: [KafkaHeader(header.name, header.value)]
            )
        )
    }

    @Test mutating func `nothing is parked without a topic, or while the app is served`() {
        world.assign()
        world.deliver((0..<20).map { world.event($0) })
        #expect(world.published.isEmpty)
        world = PipelineWorld {
            Self.policy(&$0)
            $0.deferredTopic = nil
        }
        refuseApp(20)
        #expect(world.published.isEmpty)
        #expect(world.pipeline.openCount == 20)
    }

    @Test(arguments: [(1, 0), (60, 15)])
    mutating func `a long hold parks, a short one does not`(seconds: Int, parked: Int) {
        world.assign()
        world.deliver((0..<20).map { world.event($0) })
        world.answerOutstanding(.throttled(for: .seconds(seconds)))
        #expect(world.published.count == parked)
    }

    @Test mutating func `another app is served while memory holds only parkAfter of the refused one`() {
        world = PipelineWorld {
            Self.policy(&$0)
            $0.maxPending = 20
        }
        refuseApp(20)
        #expect(world.turn?.maximumEvents == 0)
        while !world.published.isEmpty { world.acknowledge() }
        world.poll()
        #expect(world.turn.map { $0.maximumEvents > 0 } == true)
        var other = world.event(99)
        other.bundleID = "com.example.other"
        world.deliver([other], from: 20)
        #expect(world.requests.count == 1)
        world.answer(.accepted)
        #expect(world.finished.map(\.outcome) == [.accepted])
    }

    @Test mutating func `a parked record waits on its partition until its time, and is then sent`() {
        refuseApp(8)
        let records = world.published
        while !world.published.isEmpty { world.acknowledge() }
        world.replaceKey(ofApp: 0)
        while !world.requests.isEmpty { world.answer(.accepted) }
        #expect(world.finished.count == 5)
        assignParked()
        world.poll(returned(records))
        #expect(world.requests.isEmpty)
        #expect(world.turn?.pause == [Self.parked])
        #expect(world.pipeline.openCount == 3)
        world.pass(.seconds(28))
        #expect(world.requests.isEmpty)
        world.pass(.seconds(2))
        #expect(world.requests.count == 2)
        #expect(world.turn?.resume == [Self.parked])
        while !world.requests.isEmpty { world.answer(.accepted) }
        #expect(world.finished.count == 8)
        world.confirmCommit()
        world.pass(.milliseconds(20))
        #expect(world.commits.first { $0.topicPartition == Self.parked }?.nextOffset == 3)
    }

    @Test mutating func `a partition of waiting records that is revoked forgets them without a commit`() {
        refuseApp(8)
        let records = world.published
        while !world.published.isEmpty { world.acknowledge() }
        assignParked()
        world.poll(returned(records))
        #expect(world.pipeline.openCount == 8)
        world.poll([.revoking([Self.parked])])
        world.confirmCommit()
        #expect(world.turn?.completesRevocation == true)
        #expect(world.pipeline.openCount == 5)
        world.pass(.seconds(60))
        #expect(world.requests.count == 1, "only the probe")
    }

    @Test mutating func `records whose times differ are taken on in the order of their partition`() {
        assignParked()
        let start = world.now.date.milliseconds
        let values = (0..<4).map { (world.event($0).bytes, start + Int64($0 + 1) * 10_000) }
        world.poll(
            zip(0..., values).map { offset, value in
                .record(
                    KafkaRecord(
                        topicPartition: Self.parked,
                        offset: offset,
                        timestamp: nil,
                        key: nil,
                        value: value.0,
                        headers: [KafkaHeader("deferred.until", "\(value.1)")]
                    )
                )
            }
        )
        for number in 0..<4 {
            world.pass(.seconds(10))
            #expect(world.requests.map(\.path.text.last) == [Character("\(number)")])
            world.answerAll(.accepted)
        }
        #expect(world.finished.count == 4)
        #expect(world.pipeline.openCount == 0)
    }

    @Test mutating func `parked again it waits longer, and its origin stays`() throws {
        refuseApp(6)
        let record = try #require(world.published.first)
        world.acknowledge()
        assignParked()
        world.pass(.seconds(31))
        while !world.requests.isEmpty { world.answer(.unauthorized) }
        world.poll(returned([record]))
        let again = try #require(world.published.first)
        #expect(again.header("deferred.count") == "2")
        #expect(again.header("deferred.until") == "\(world.now.date.milliseconds + 60_000)")
        #expect(again.header("deferred.topic") == PipelineWorld.topic)
        #expect(again.headers.count { $0.isNamed("deferred.until") } == 1)
    }

    @Test mutating func `a dead letter of a parked record names its first place and carries no header of ours`() throws
    {
        assignParked()
        let headers = [
            KafkaHeader("own", "1"), KafkaHeader("deferred.until", "1"), KafkaHeader("deferred.count", "1"),
            KafkaHeader("deferred.topic", "consumption-events"), KafkaHeader("deferred.partition", "4"),
            KafkaHeader("deferred.offset", "77"), KafkaHeader("deferred.timestamp", "1799999999000"),
        ]
        world.poll([
            .record(
                KafkaRecord(
                    topicPartition: Self.parked,
                    offset: 0,
                    timestamp: nil,
                    key: nil,
                    value: nil,
                    headers: headers
                )
            )
        ])
        let letter = try #require(world.published.first)
        #expect(letter.header("dlq.topic") == "consumption-events")
        #expect(letter.header("dlq.partition") == "4")
        #expect(letter.header("dlq.offset") == "77")
        #expect(letter.header("dlq.timestamp") == "1799999999000")
        #expect(letter.header("own") == "1")
        #expect(!letter.headers.contains { String(decoding: $0.name, as: UTF8.self).hasPrefix("deferred.") })
    }

    @Test mutating func `a record is back before its deadline is over`() throws {
        world.assign()
        let nearly = policyWindow - .seconds(310)
        world.deliver((0..<6).map { world.event($0, age: nearly) })
        world.answerOutstanding(.unauthorized)
        while !world.requests.isEmpty { world.answer(.unauthorized) }
        let until = try #require(world.published.first?.header("deferred.until").flatMap { Int64($0) })
        #expect(until <= world.now.date.milliseconds + 10_000)
    }

    private var policyWindow: Duration { PipelinePolicy().deadlineWindow }

    @Test mutating func `what the broker does not take is parked again, and not committed past`() {
        refuseApp(6)
        world.acknowledge(KafkaError(code: .messageTimedOut, reason: "timed out"))
        world.pass(.seconds(1))
        #expect(world.published.count == 1)
        #expect(world.pipeline.openCount == 6)
        world.acknowledge()
        #expect(world.pipeline.openCount == 5)
    }

    @Test mutating func `the deferred topic is held back while memory is half full`() {
        world = PipelineWorld {
            Self.policy(&$0)
            $0.maxPending = 20
        }
        world.assign()
        assignParked()
        world.deliver((0..<10).map { world.event($0) })
        #expect(world.turn?.pause == [Self.parked])
        for _ in 0..<3 { world.answer(.accepted) }
        world.poll()
        #expect(world.turn?.resume == [Self.parked])
    }
}
