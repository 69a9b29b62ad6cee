import ConsumptionRules
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// With an outcome topic a record is finished when its outcome is there, and what is there is not sent again.
@Suite struct PipelineOutcomeTests {
    var world = PipelineWorld { $0.outcomeTopic = topic }
    static let topic = "outcomes"
    static let refused = KafkaError(code: .messageTimedOut, reason: "not acknowledged in time")

    /// Takes a partition whose outcomes are read, with none of them there.
    private mutating func assignRead() {
        world.assign()
        world.read(.success(.init(accepted: [], nextOffset: 0, end: 0)))
        world.pass(.milliseconds(100))
    }

    private func acceptance(of event: SampleEvent) throws -> Acceptance {
        let uuid = try #require(NotificationUUID(event.notificationUUID))
        return Acceptance(notificationUUID: uuid, signedDate: UnixTime(milliseconds: event.signedDate))
    }

    private func outcomes() -> [String] {
        world.finished.map(\.outcome.rawValue)
    }

    // What is written

    @Test mutating func `an accepted event is finished when the broker has its outcome`() {
        assignRead()
        world.deliver([world.event(1)])
        world.answer(.accepted)
        world.pass(.seconds(1))
        #expect(world.published.map(\.topic) == [Self.topic])
        #expect(world.published.map(\.partition) == [0])
        #expect(world.published.map(\.key) == [Array("key".utf8)])
        #expect(world.ordered(0) == nil)
        #expect(world.finished.isEmpty)
        world.acknowledge()
        world.pass(.seconds(1))
        #expect(world.ordered(0) == 1)
        #expect(outcomes() == ["accepted"])
    }

    @Test mutating func `a dead letter comes first, then its outcome, and the record is finished with both`() {
        assignRead()
        world.deliver([nil])
        #expect(world.published.map(\.topic) == ["consumption-events-dead-letter"])
        world.acknowledge()
        #expect(world.published.map(\.topic) == [Self.topic])
        world.pass(.seconds(1))
        #expect(world.ordered(0) == nil)
        world.acknowledge()
        world.pass(.seconds(1))
        #expect(world.ordered(0) == 1)
        #expect(outcomes() == ["dead_lettered"])
    }

    @Test mutating func `an outcome that the broker does not take is published again, and nothing is sent again`() {
        assignRead()
        world.deliver([world.event(1)])
        world.answer(.accepted)
        world.acknowledge(Self.refused)
        #expect(world.published.isEmpty)
        world.pass(.seconds(2))
        #expect(world.published.map(\.topic) == [Self.topic])
        #expect(world.requests.isEmpty)
        #expect(world.pipeline.unreadiness.count == 1)
        world.acknowledge()
        world.pass(.seconds(1))
        #expect(world.ordered(0) == 1)
    }

    @Test mutating func `a revoke waits for outcomes, and tries at once what waits to be tried again`() throws {
        assignRead()
        world.deliver([world.event(1)])
        world.answer(.accepted)
        world.acknowledge(Self.refused)
        world.poll([.revoking([PipelineWorld.partition(0)])])
        try #require(world.published.map(\.topic) == [Self.topic])
        world.pass(.seconds(1))
        #expect(world.turn?.completesRevocation == false)
        world.acknowledge()
        world.poll()
        #expect(world.ordered(0) == 1)
        world.confirmCommit()
        #expect(world.turn?.completesRevocation == true)
    }

    @Test mutating func `without an outcome topic nothing is published and nothing is read`() {
        world = PipelineWorld()
        world.assign()
        world.deliver([world.event(1)])
        world.answer(.accepted)
        #expect(world.order == nil)
        #expect(world.published.isEmpty)
        #expect(outcomes() == ["accepted"])
    }

    // What is read back

    @Test mutating func `records wait until the outcomes of their partition are read`() {
        world.assign()
        world.deliver([world.event(1), world.event(2)])
        #expect(world.requests.isEmpty)
        #expect(world.pipeline.unreadiness.count == 1)
        #expect(world.order?.partition == 0)
        #expect(world.order?.from == nil)
        world.read(.success(.init(accepted: [], nextOffset: 3, end: 5)))
        #expect(world.requests.isEmpty)
        #expect(world.order?.from == 3)
        world.read(.success(.init(accepted: [], nextOffset: 5, end: 5)))
        #expect(world.requests.count == 2)
        #expect(world.order == nil)
        #expect(world.pipeline.unreadiness.isEmpty)
    }

    @Test mutating func `a partition is paused while its outcomes are read, and goes on then`() {
        world.poll([
            .assigned([AssignedPartition(topicPartition: PipelineWorld.partition(0), committed: 0, partitionCount: 1)])
        ])
        #expect(world.turn?.pause == [PipelineWorld.partition(0)])
        world.read(.success(.init(accepted: [], nextOffset: 0, end: 0)))
        world.poll()
        #expect(world.turn?.resume == [PipelineWorld.partition(0)])
    }

    @Test mutating func `what was accepted before is a duplicate, with an outcome of its own`() throws {
        world.assign()
        let (known, new) = (world.event(1), world.event(2))
        world.deliver([known, new, known])
        world.read(.success(.init(accepted: [try acceptance(of: known)], nextOffset: 1, end: 1)))
        #expect(world.requests.count == 1)
        world.answer(.accepted)
        while !world.published.isEmpty { world.acknowledge() }
        #expect(outcomes() == ["duplicate", "duplicate", "accepted"])
        world.pass(.seconds(1))
        #expect(world.ordered(0) == 3)
    }

    @Test mutating func `only the deadline window is read, and an acceptance is forgotten after two of them`() throws {
        world.assign()
        let windows = Duration.seconds(12 * 3600)
        let since = (world.now.date + (.zero - windows)).milliseconds - (world.order?.sinceMilliseconds ?? 0)
        #expect((500_000...700_000).contains(since))
        let old = world.event(1, age: windows + windows)
        world.read(.success(.init(accepted: [try acceptance(of: old)], nextOffset: 1, end: 1)))
        world.deliver([old])
        #expect(world.published.first?.header("dlq.reason") == "DeadlineExceededError")
    }

    @Test(arguments: [Duration.seconds(-3600), .seconds(-1_000_000_000)])
    mutating func `an outcome that claims an event of the future suppresses nothing`(age: Duration) throws {
        world.assign()
        let event = world.event(1)
        var claimed = try acceptance(of: event)
        claimed = Acceptance(notificationUUID: claimed.notificationUUID, signedDate: world.now.date + (.zero - age))
        world.read(.success(.init(accepted: [claimed], nextOffset: 1, end: 1)))
        world.deliver([event])
        #expect(world.requests.count == 1)
    }

    @Test mutating func `a partition that comes back is read on from where it was read to`() {
        assignRead()
        world.read(.success(.init(accepted: [], nextOffset: 0, end: 0)))
        world.poll([.lost([PipelineWorld.partition(0)])])
        world.assign()
        #expect(world.order?.from == 0)
        world.read(.success(.init(accepted: [], nextOffset: 7, end: 7)))
        world.poll([.lost([PipelineWorld.partition(0)])])
        world.assign()
        #expect(world.order?.from == 7)
    }

    @Test mutating func `a page of an earlier assignment counts, but does not let the new one go on`() throws {
        world.assign()
        let event = world.event(1)
        let order = try #require(world.order)
        world.poll([.lost([PipelineWorld.partition(0)])])
        world.assign()
        world.deliver([event, world.event(2)])
        #expect(world.order == order)
        world.read(.success(.init(accepted: [try acceptance(of: event)], nextOffset: 4, end: 4)))
        #expect(world.requests.isEmpty)
        #expect(world.order?.number != order.number)
        world.read(.success(.init(accepted: [], nextOffset: 4, end: 4)))
        #expect(world.requests.count == 1)
    }

    @Test mutating func `what cannot be read is tried again, and after two minutes the partition goes on without`() {
        world.assign()
        world.deliver([world.event(1)])
        for _ in 0..<3 {
            world.read(.failure(KafkaError(code: .timedOut, reason: "no answer")))
            #expect(world.order == nil)
            world.pass(.seconds(31))
            #expect(world.order != nil)
        }
        #expect(world.requests.isEmpty)
        world.pass(.seconds(30))
        #expect(world.requests.count == 1)
        #expect(world.exposition.contains("consumption_outcome_loads_cut_off_total 1"))
        // The reading goes on, for what is still to come.
        #expect(world.order != nil)
    }

    @Test mutating func `what comes to light late is not sent any more`() throws {
        world = PipelineWorld {
            $0.outcomeTopic = Self.topic
            $0.maxInFlight = 1
        }
        world.assign()
        world.deliver([world.event(1), world.event(2)])
        world.pass(.seconds(121))
        #expect(world.requests.count == 1)
        world.read(.success(.init(accepted: [try acceptance(of: world.event(2))], nextOffset: 1, end: 1)))
        world.answer(.accepted)
        #expect(world.requests.isEmpty)
        while !world.published.isEmpty { world.acknowledge() }
        #expect(outcomes().sorted() == ["accepted", "duplicate"])
    }

    @Test mutating func `a partition that the outcome topic lacks is not taken up, however long that lasts`() {
        world.assign()
        world.deliver([world.event(1)])
        world.read(.failure(KafkaError(code: .unknownTopicOrPartition, reason: "it has 1 partition")))
        #expect(world.pipeline.unreadiness.contains { $0.hasPrefix("the outcome topic does not fit") })
        for _ in 0..<10 {
            world.pass(.seconds(60))
            world.read(.failure(KafkaError(code: .unknownTopicOrPartition, reason: "it has 1 partition")))
        }
        #expect(world.requests.isEmpty)
        world.pass(.seconds(60))
        world.read(.success(.init(accepted: [], nextOffset: 0, end: 0)))
        #expect(world.requests.count == 1)
        #expect(world.pipeline.unreadiness.isEmpty)
    }

    @Test mutating func `a dead letter that is put back is sent, whatever its outcome was`() {
        assignRead()
        let event = world.event(1)
        world.deliver([event])
        world.answer(.invalidTransaction)
        while !world.published.isEmpty { world.acknowledge() }
        world.deliver([event], from: 1)
        #expect(world.requests.count == 1)
    }

    @Test mutating func `a parked record keeps its partition's number, where its outcomes are`() {
        world = PipelineWorld {
            PipelineParkingTests.policy(&$0)
            $0.outcomeTopic = Self.topic
        }
        world.assign(3...3, of: 4, committed: 0)
        world.read(.success(.init(accepted: [], nextOffset: 0, end: 0)))
        world.deliver((0..<10).map { world.event($0) }, to: 3)
        while !world.requests.isEmpty { world.answer(.unauthorized) }
        let parked = world.published.filter { $0.topic == PipelineParkingTests.deferredTopic }
        #expect(parked.count == 5)
        #expect(parked.allSatisfy { $0.partition == 3 })
    }
}
