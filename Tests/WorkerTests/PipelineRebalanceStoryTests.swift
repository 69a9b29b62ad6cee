import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// What has gone wrong elsewhere when partitions come and go: the numbers are those of Tests/Stories.md.
@Suite struct PipelineRebalanceStoryTests {
    var world = PipelineWorld()
    static let partition = PipelineWorld.partition(0)

    @Test mutating func `R02 an event that waits for its batch when the revoke comes is let go uncommitted`() {
        world = PipelineWorld {
            $0.lane.linger = .seconds(60)
            $0.lane.batchSize = 100
        }
        world.assign(committed: 0)
        world.deliver((0..<5).map { world.event($0) })
        world.poll([.revoking([Self.partition])])
        #expect(world.started.isEmpty)
        #expect(world.commits.isEmpty)
        #expect(world.turn?.completesRevocation == true)
        #expect(world.pipeline.openCount == 0)
    }

    @Test mutating func `R03 while a revoke is held its own commit is the only one, and a refusal costs nothing`() {
        world.assign(0...1)
        world.deliver([world.event(0)], to: 0)
        world.deliver([world.event(1)], to: 1)
        world.poll([.revoking([Self.partition])])
        world.answer(.accepted, at: 1)
        world.pass(.seconds(1))
        #expect(world.commits.isEmpty)
        world.answer(.accepted)
        world.poll()
        #expect(world.commits.map(\.topicPartition) == [Self.partition])
        world.confirmCommit(KafkaError(code: .illegalGeneration, reason: "another generation"))
        #expect(world.turn?.completesRevocation == true)
        world.poll()
        #expect(world.ordered(1) == 1)
        world.deliver([world.event(2)], to: 1, from: 1)
        #expect(world.requests.count == 1)
        #expect(world.ending == nil)
    }

    @Test mutating func `R20 invalid records that fill the memory leave nothing paused`() {
        world = PipelineWorld { $0.maxPending = 10 }
        world.assign()
        world.deliver(Array(repeating: nil, count: 10))
        world.pass(.seconds(2))
        #expect(world.turn?.pause == [Self.partition])
        for _ in 0..<10 { world.acknowledge() }
        world.poll()
        #expect(world.turn?.resume == [Self.partition])
        world.deliver([world.event(10)], from: 10)
        #expect(world.requests.count == 1)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `R23 whatever comes and goes, in flight is what has no answer, and in the end nothing is left`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var world = PipelineWorld {
            $0.maxInFlight = 20
            $0.productionLimit = 5000
        }
        var (isOwned, isRevoking, next) = (false, false, 0)
        for _ in 0..<400 {
            if world.turn?.completesRevocation == true { (isOwned, isRevoking) = (false, false) }
            switch Int.random(in: 0..<12, using: &random) {
            case 0 where !isOwned:
                world.assign(0...2)
                isOwned = true
            case 1 where isOwned:
                world.poll([.lost((0...2).map(PipelineWorld.partition))])
                (isOwned, isRevoking) = (false, false)
            case 2 where isOwned && !isRevoking:
                world.poll([.revoking((0...2).map(PipelineWorld.partition))])
                isRevoking = true
            case 3, 4:
                let first = max(0, next - Int.random(in: 0..<10, using: &random))
                next = first + 15
                let events = (first..<next).map { $0 % 7 == 0 ? nil : world.event($0).bytes }
                world.deliver(events, to: Int32.random(in: 0...2, using: &random), from: Int64(first))
            case 5...8 where !world.requests.isEmpty:
                let results = [SubmissionResult.accepted, .serverError, .throttled(for: .seconds(1)), .timeout]
                let result = results.randomElement(using: &random) ?? .accepted
                world.answer(result, at: Int.random(in: 0..<world.requests.count, using: &random))
            case 9 where !world.published.isEmpty: world.acknowledge()
            case 10 where !world.commits.isEmpty: world.confirmCommit()
            default: world.pass(.milliseconds(Int.random(in: 1..<3000, using: &random)))
            }
            #expect(world.pipeline.inFlight == world.requests.count, "seed \(seed)")
        }
        for _ in 0..<200 {
            world.answerAll(.accepted)
            while !world.published.isEmpty { world.acknowledge() }
            if world.commits.isEmpty { world.pass(.seconds(5)) } else { world.confirmCommit() }
        }
        #expect(world.pipeline.openCount == 0, "seed \(seed)")
        #expect(world.pipeline.inFlight == 0, "seed \(seed)")
    }

    @Test mutating func `R33 a broker that winds a position back gets nothing sent twice`() {
        world.assign(committed: 100)
        let events = (0..<3).map { world.event($0) }
        world.deliver(events, from: 100)
        world.answerAll(.accepted)
        world.poll()
        #expect(world.ordered(0) == 103)
        world.confirmCommit()
        world.poll([.lost([Self.partition])])
        world.assign(committed: 0)
        world.deliver(events, from: 100)
        #expect(world.requests.isEmpty)
        #expect(world.finished.suffix(3).map(\.outcome) == [.duplicate, .duplicate, .duplicate])
        world.poll()
        #expect(world.ordered(0) == 103)
    }

    @Test mutating func `R42 a thousand assignments later nothing of them is held`() {
        world = PipelineWorld { $0.maxPendingBytes = 100_000 }
        let undecodable = [UInt8](repeating: 0, count: 300)
        for round in 0..<1000 {
            world.assign()
            world.deliver((0..<9).map { world.event(round * 10 + $0).bytes } + [undecodable])
            if round.isMultiple(of: 2) {
                for _ in world.requests.prefix(1) { world.answer(.accepted) }
                world.poll([.revoking([Self.partition])])
                world.pass(.seconds(10))
                world.confirmCommit()
            } else {
                world.poll([.lost([Self.partition])])
            }
            world.answerAll(.accepted)
            // The report of a letter whose partition has gone finds nobody any more.
            while !world.published.isEmpty { world.acknowledge() }
            #expect(world.pipeline.openCount == 0, "round \(round)")
        }
        let assigned = AssignedPartition(topicPartition: Self.partition, committed: nil, partitionCount: 1)
        world.poll([.assigned([assigned])])
        #expect(world.turn?.pause == [])
        world.pass(.seconds(2))
        world.deliver([world.event(10_000)])
        #expect(world.requests.count == 1)
    }

    @Test mutating func `R59 a partition that has gone has no lag any more`() {
        world.assign(0...1, committed: 0)
        world.poll([.endOffsets([Self.partition: 5, PipelineWorld.partition(1): 7])])
        #expect(world.exposition.contains("consumption_consumer_lag{partition=\"0\"} 5\n"))
        world.poll([.lost([Self.partition])])
        #expect(!world.exposition.contains("consumption_consumer_lag{partition=\"0\"}"))
        #expect(world.exposition.contains("consumption_consumer_lag{partition=\"1\"} 7\n"))
    }

    @Test mutating func `R60 lag counts from what the log has, not from a position below it`() {
        world = PipelineWorld { $0.onPositionLost = .earliest }
        world.assign(committed: 5)
        let loss = PositionLoss(topicPartition: Self.partition, position: 5, available: 10..<20, reason: "gone")
        world.poll([.positionLost(loss)])
        world.poll([.endOffsets([Self.partition: 20])])
        #expect(!world.exposition.contains("consumption_consumer_lag{"))
        world.deliver([world.event(0)], from: 10)
        #expect(world.exposition.contains("consumption_consumer_lag{partition=\"0\"} 10\n"))
    }
}
