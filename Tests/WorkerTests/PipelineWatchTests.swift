import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// Work that stands still, topics that are gone, brokers that are silent: what is said of it, and how often.
@Suite struct PipelineWatchTests {
    var world = PipelineWorld()
    static let partition = PipelineWorld.partition(0)

    private var stalls: [Set<Stall>] {
        world.notes.compactMap { if case .stalled(let stalls) = $0 { stalls } else { nil } }
    }

    private mutating func sayEnd(_ end: Int64) {
        world.poll([.endOffsets([Self.partition: end])])
    }

    @Test mutating func `R24 a partition with lag of which nothing comes is a stall, told once, until something comes`()
    {
        world.assign(committed: 0)
        sayEnd(5)
        for _ in 0..<20 { world.pass(.seconds(60)) }
        #expect(stalls == [[.partition(Self.partition)]])
        world.deliver([world.event(0)])
        world.pass(.seconds(1))
        #expect(world.notes.contains { if case .stallOver = $0 { true } else { false } })
        #expect(stalls.count == 1)
    }

    @Test mutating func `a partition without lag may rest for ever`() {
        world.assign(committed: 5)
        sayEnd(5)
        for _ in 0..<600 { world.pass(.seconds(60)) }
        #expect(stalls == [])
    }

    @Test mutating func `the end that a check of the brokers tells counts, though nothing was fetched`() {
        world.assign(committed: 0)
        world.hear(BrokerCheck(endOffsets: [Self.partition: 9]))
        for _ in 0..<11 { world.pass(.seconds(60)) }
        #expect(stalls == [[.partition(Self.partition)]])
    }

    @Test mutating func `brokers that take their time are not asked again before they have answered`() {
        world.assign(committed: 0)
        for _ in 0..<60 { world.pass(.seconds(1)) }
        #expect(world.questions == 1)
        world.hear(BrokerCheck())
        for _ in 0..<60 {
            world.pass(.seconds(1))
            if world.questions == 2 { break }
        }
        #expect(world.questions == 2)
    }

    @Test mutating func `a request that is never answered is a stall`() {
        world.assign(committed: 0)
        world.deliver([world.event(0)])
        sayEnd(1)
        for _ in 0..<11 { world.pass(.seconds(60)) }
        #expect(stalls == [[.partition(Self.partition)]])
    }

    @Test(arguments: [SubmissionResult.unauthorized, .throttled(for: .seconds(300)), .serverError])
    mutating func `R22 an App Store that refuses or is down is no stall`(answer: SubmissionResult) {
        world.assign(committed: 0)
        world.deliver([world.event(0)])
        sayEnd(1)
        for _ in 0..<200 {
            world.pass(.seconds(30))
            world.answerAll(answer)
        }
        #expect(stalls == [])
    }

    @Test mutating func `R36 a broker that takes no dead letters is no stall`() {
        world.assign(committed: 0)
        world.deliver([nil])
        sayEnd(1)
        for _ in 0..<100 {
            if !world.published.isEmpty { world.acknowledge(KafkaError(code: .messageTimedOut, reason: "timed out")) }
            world.pass(.seconds(30))
        }
        #expect(stalls == [])
        #expect(!world.pipeline.unreadiness.isEmpty)
    }

    @Test mutating func `a group that gives no assignment is a stall, unless Kafka is silent`() {
        for _ in 0..<11 { world.pass(.seconds(60)) }
        #expect(stalls == [[.joining]])
        world = PipelineWorld()
        world.hear(BrokerCheck(error: KafkaError(code: .timedOut, reason: "timed out")))
        for _ in 0..<11 { world.pass(.seconds(60)) }
        #expect(stalls == [])
    }

    @Test mutating func `an assignment without partitions is an answer of the group`() {
        world.poll([.assigned([])])
        for _ in 0..<11 { world.pass(.seconds(60)) }
        #expect(stalls == [])
    }

    @Test mutating func `partitions that went and never came back are a stall`() {
        world.assign()
        world.poll([.lost([Self.partition])])
        for _ in 0..<11 { world.pass(.seconds(60)) }
        #expect(stalls == [[.joining]])
    }

    @Test mutating func `R54 a topic that is not there is told once, and once when it is there again`() {
        let missing = BrokerCheck(
            error: KafkaError(code: .unknownTopicOrPartition, reason: "unknown topic"),
            topic: PipelineWorld.topic
        )
        for _ in 0..<5 { world.hear(missing) }
        #expect(changes == ["topics: UNKNOWN_TOPIC_OR_PART"])
        #expect(world.pipeline.unreadiness.contains { $0.hasPrefix("a topic cannot be read") })
        world.hear(BrokerCheck(error: KafkaError(code: .timedOut, reason: "timed out")))
        for _ in 0..<5 { world.hear(BrokerCheck()) }
        #expect(changes == ["topics: UNKNOWN_TOPIC_OR_PART", "brokers: _TIMED_OUT", "brokers", "topics"])
        world.assign()
        #expect(world.pipeline.unreadiness.isEmpty)
        #expect(world.ending == nil)
    }

    @Test mutating func `R54 access that is refused is told once, and is over with the next record`() {
        let refusal = KafkaError(code: .topicAuthorizationFailed, reason: "not authorised")
        world.assign()
        for _ in 0..<5 { world.poll([.failure(refusal)]) }
        #expect(changes == ["access: TOPIC_AUTHORIZATION_FAILED"])
        world.hear(BrokerCheck())
        #expect(!world.pipeline.unreadiness.isEmpty)
        world.deliver([world.event(0)])
        #expect(changes == ["access: TOPIC_AUTHORIZATION_FAILED", "access"])
    }

    private var changes: [String] {
        world.notes.compactMap { note in
            switch note {
            case .missing(let condition, let error, _): "\(condition): \(error.code)"
            case .restored(let condition): "\(condition)"
            default: nil
            }
        }
    }
}
