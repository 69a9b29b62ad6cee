import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// What the pipeline does when the group takes partitions away, and when it is told to stop.
@Suite struct PipelineGroupTests {
    var world = PipelineWorld()

    @Test mutating func `R06 a revoke waits for what is in flight, commits it, and only then lets go`() throws {
        world.assign()
        world.deliver((0..<3).map { world.event($0) })
        world.poll([.revoking([PipelineWorld.partition(0)])])
        #expect(world.turn?.completesRevocation == false)
        world.answerAll(.accepted)
        world.poll()
        #expect(world.ordered(0) == 3)
        #expect(world.turn?.completesRevocation == false)
        world.confirmCommit()
        #expect(world.turn?.completesRevocation == true)
    }

    @Test mutating func `R10 a revoke of an idle partition is over at once`() {
        world.assign()
        world.poll([.revoking([PipelineWorld.partition(0)])])
        #expect(world.turn?.completesRevocation == true)
    }

    @Test mutating func `R02 what was not started when the revoke came is let go uncommitted`() {
        world = PipelineWorld { $0.maxInFlight = 1 }
        world.assign()
        world.deliver((0..<5).map { world.event($0) })
        world.poll([.revoking([PipelineWorld.partition(0)])])
        world.answer(.accepted)
        world.poll()
        #expect(world.ordered(0) == 1)
        #expect(world.requests.isEmpty)
        world.confirmCommit()
        #expect(world.pipeline.openCount == 0)
    }

    @Test mutating func `R08 a revoke does not wait longer than its limit, and a late answer changes nothing`() {
        world.assign()
        world.deliver([world.event(0)])
        world.poll([.revoking([PipelineWorld.partition(0)])])
        world.pass(.seconds(9))
        #expect(world.turn?.completesRevocation == false)
        world.pass(.seconds(1))
        #expect(world.turn?.completesRevocation == true)
        world.answer(.accepted)
        #expect(world.lateResults == 1)
        #expect(world.finished.isEmpty)
        #expect(world.pipeline.openCount == 0)
    }

    @Test mutating func `R05 an answer from an earlier assignment does not finish the record of the new one`() {
        world.assign()
        world.deliver([world.event(0)])
        world.poll([.lost([PipelineWorld.partition(0)])])
        world.assign()
        world.deliver([world.event(0)])
        #expect(world.requests.count == 1)
        world.answer(.serverError)
        #expect(world.finished.isEmpty)
        #expect(world.requests.count == 1)
        world.answer(.accepted)
        #expect(world.finished.map(\.outcome) == [.accepted])
    }

    @Test mutating func `a record that comes back is not sent again when its lost answer was an acceptance`() {
        world.assign()
        world.deliver([world.event(0)])
        world.poll([.lost([PipelineWorld.partition(0)])])
        world.assign()
        world.deliver([world.event(0)])
        world.answer(.accepted)
        #expect(world.finished.map(\.outcome) == [.duplicate])
        #expect(world.started.count == 1)
    }

    @Test mutating func `R09 lost partitions are dropped without a commit`() {
        world.assign(0...1)
        world.deliver([world.event(0)], to: 0)
        world.deliver([world.event(1)], to: 1)
        world.answerAll(.accepted)
        world.poll([.lost([PipelineWorld.partition(0)])])
        #expect(world.ordered(0) == nil)
        #expect(world.ordered(1) == 1)
    }

    @Test mutating func `R64 no record is taken on while partitions are being given up`() {
        world.assign()
        world.poll([.revoking([PipelineWorld.partition(0)])])
        world.deliver([world.event(0)])
        #expect(world.pipeline.openCount == 0)
        #expect(world.requests.isEmpty)
    }

    @Test mutating func `a dead letter that waits to be published again is let go with its partition`() {
        world.assign()
        world.deliver([nil])
        world.acknowledge(KafkaError(code: .messageTimedOut, reason: "timed out"))
        world.poll([.revoking([PipelineWorld.partition(0)])])
        #expect(world.turn?.completesRevocation == true)
        world.pass(.seconds(120))
        #expect(world.published.isEmpty)
    }

    @Test mutating func `a worker takes the share of the limit that its partitions give it`() {
        world.assign(0...2, of: 12)
        world.deliver((0..<100).map { world.event($0) })
        #expect(world.requests.count == 12)
    }

    @Test mutating func `while memory is full nothing is taken, but no partition is paused for a moment of it`() {
        world = PipelineWorld { $0.maxPending = 10 }
        world.assign()
        world.deliver((0..<10).map { world.event($0) })
        #expect(world.turn?.maximumEvents == 0)
        world.answer(.accepted)
        world.pass(.milliseconds(400))
        #expect(world.turn?.maximumEvents == 0)
        #expect(world.turn?.pause == [])
        world.answer(.accepted)
        #expect(world.interrupts > 0)
        world.poll()
        #expect(world.turn?.maximumEvents == 2)
        #expect(world.turn?.pause == [])
    }

    @Test mutating func `partitions are paused when memory stays full, and go on when there is room`() {
        world = PipelineWorld { $0.maxPending = 10 }
        world.assign()
        world.deliver((0..<10).map { world.event($0) })
        world.pass(.seconds(2))
        #expect(world.turn?.pause == [PipelineWorld.partition(0)])
        #expect(world.turn.map { $0.maximumEvents > 0 } == true)
        world.answer(.accepted)
        world.poll()
        #expect(world.turn?.resume == [])
        world.answer(.accepted)
        world.poll()
        #expect(world.turn?.resume == [PipelineWorld.partition(0)])
    }

    @Test mutating func `what headers take up counts, be they large or many`() {
        let large = [KafkaHeader("x", String(repeating: "x", count: 6_000))]
        let many = [KafkaHeader](repeating: KafkaHeader(name: [], value: nil), count: 100)
        for headers in [large, many] {
            world = PipelineWorld { $0.maxPendingBytes = 6_000 }
            world.assign()
            world.deliver([world.event(0)])
            #expect(world.turn.map { $0.maximumEvents > 0 } == true)
            let record = KafkaRecord(
                topicPartition: PipelineWorld.partition(0),
                offset: 1,
                timestamp: nil,
                key: nil,
                value: world.event(1).bytes,
                headers: headers
            )
            world.poll([.record(record)])
            #expect(world.turn?.maximumEvents == 0)
        }
    }

    @Test mutating func `R51 one record that stays open holds its partition back before memory runs out, and no other`()
    {
        world = PipelineWorld { $0.maxAhead = 10 }
        world.assign(0...1)
        world.deliver((0..<11).map { world.event($0) })
        #expect(world.turn?.pause == [PipelineWorld.partition(0)])
        for _ in 0..<10 { world.answer(.accepted, at: 1) }
        world.poll()
        #expect(world.turn?.resume == [])
        #expect(
            world.notes.contains {
                if case .heldBack(PipelineWorld.partition(0), by: 0, ahead: 11) = $0 { true } else { false }
            }
        )
        world.answer(.accepted)
        world.poll()
        #expect(world.turn?.resume == [PipelineWorld.partition(0)])
    }

    @Test mutating func `R18 a pause does not outlive its assignment`() {
        world = PipelineWorld { $0.maxPending = 2 }
        world.assign()
        world.deliver((0..<2).map { world.event($0) })
        world.pass(.seconds(2))
        #expect(world.turn?.pause == [PipelineWorld.partition(0)])
        world.poll([.lost([PipelineWorld.partition(0)])])
        world.answerAll(.accepted)
        world.assign()
        world.deliver([world.event(5)])
        #expect(world.requests.count == 1)
    }

    @Test mutating func `commits are apart by the interval and never two at a time`() {
        world.assign()
        world.deliver((0..<2).map { world.event($0) })
        world.answer(.accepted)
        world.poll()
        #expect(world.ordered(0) == 1)
        world.answer(.accepted)
        world.pass(.seconds(60))
        #expect(world.commits.count == 1)
        world.confirmCommit()
        #expect(world.ordered(0) == 2)
    }

    @Test mutating func `R03 a refused commit is ordered again`() {
        world.assign()
        world.deliver([world.event(0)])
        world.answer(.accepted)
        world.poll()
        world.confirmCommit(KafkaError(code: .rebalanceInProgress, reason: "rebalancing"))
        world.pass(.milliseconds(20))
        #expect(world.ordered(0) == 1)
    }

    @Test mutating func `a stop lets what is in flight finish, commits it and ends`() {
        world = PipelineWorld { $0.maxInFlight = 1 }
        world.assign()
        world.deliver((0..<3).map { world.event($0) })
        world.stop()
        world.answer(.accepted)
        #expect(world.requests.isEmpty)
        world.poll()
        #expect(world.ordered(0) == 1)
        #expect(world.ending == nil)
        world.confirmCommit()
        #expect(world.ending == .stopped)
    }

    @Test mutating func `a drain that hangs leaves time of the grace for the commit and for leaving`() {
        world.assign()
        world.deliver([world.event(0)])
        world.stop()
        world.pass(.seconds(17))
        #expect(world.ending == nil)
        world.pass(.seconds(1))
        #expect(world.ending == .stopped)
        #expect(world.notes.contains { if case .drainCutOff(requests: 1, unpublished: 0) = $0 { true } else { false } })
    }

    @Test mutating func `R11 a member that is fenced ends soon, whatever is in flight or to be committed`() {
        world.assign()
        world.deliver((0..<2).map { world.event($0) })
        world.answer(.accepted)
        let fenced = KafkaError(code: .fencedInstanceID, reason: "fenced", isFatal: true)
        world.poll([.failure(fenced)])
        for _ in 0..<30 where world.ending == nil { world.pass(.milliseconds(100)) }
        #expect(world.ending == .kafkaFailed(fenced))
    }

    @Test mutating func `a last commit that is not answered leaves time for leaving`() {
        world.assign()
        world.deliver([world.event(0)])
        world.stop()
        world.answer(.accepted)
        world.poll()
        #expect(world.ordered(0) == 1)
        world.pass(.seconds(4))
        #expect(world.ending == nil)
        world.pass(.seconds(1))
        #expect(world.ending == .stopped)
    }

    @Test mutating func `R43 a run of refusals stops the intake, keeps the backlog and ends the worker`() {
        world = PipelineWorld { $0.brake = DeadLetterBrake(consecutive: 5, share: 1, over: 1000) }
        world.assign()
        world.deliver(Array(repeating: nil, count: 100))
        #expect(world.published.count == 5)
        while !world.published.isEmpty { world.acknowledge() }
        world.pass(.seconds(59))
        #expect(world.ending == nil)
        #expect(!world.pipeline.unreadiness.isEmpty)
        world.pass(.seconds(1))
        world.confirmCommit()
        world.poll()
        #expect(world.ending == .braked(.consecutive(5)))
    }

    @Test mutating func `R29 a lost position ends the worker instead of jumping`() {
        world.assign()
        let loss = PositionLoss(
            topicPartition: PipelineWorld.partition(0),
            position: 5,
            available: 10..<20,
            reason: "gone"
        )
        world.poll([.positionLost(loss)])
        world.poll()
        #expect(world.ending == .positionLost(loss))
    }

    /// The topic was made anew: what was committed lies behind its end.
    private static let recreated = PositionLoss(
        topicPartition: PipelineWorld.partition(0),
        position: 51,
        available: 0..<3,
        reason: "recreated"
    )

    @Test mutating func `a lost position starts again at the oldest record where the configuration says so`() {
        world = PipelineWorld { $0.onPositionLost = .earliest }
        world.assign(committed: 50)
        world.deliver([world.event(0)], from: 50)
        world.poll([.positionLost(Self.recreated)])
        #expect(world.turn?.restart == [PipelineWorld.partition(0)])
        // The same offset, another record: the old answer must not finish it.
        world.deliver((1...3).map { world.event($0) })
        world.answer(.accepted)
        #expect(world.lateResults == 1)
        #expect(world.finished.isEmpty)
        world.answerAll(.accepted)
        world.poll()
        #expect(world.ordered(0) == 3)
        #expect(world.ending == nil)
    }

    @Test mutating func `a commit answered after its position is lost says nothing of the log that is there now`() {
        world = PipelineWorld { $0.onPositionLost = .earliest }
        world.assign(committed: 50)
        world.deliver([world.event(0)], from: 50)
        world.answer(.accepted)
        world.poll()
        #expect(world.ordered(0) == 51)
        world.poll([.positionLost(Self.recreated)])
        world.confirmCommit()
        world.deliver((1...3).map { world.event($0) })
        world.answerAll(.accepted)
        world.pass(.seconds(1))
        #expect(world.ordered(0) == 3)
    }
}
