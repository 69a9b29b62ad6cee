import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// What is still sent of partitions that are given up: records are sent by their deadline, so others above may be finished.
@Suite struct PipelineDrainTests {
    var world = PipelineWorld { $0.maxInFlight = 1 }
    static let partition = PipelineWorld.partition(0)

    /// Three events, of which the middle one has the earliest deadline and is in flight.
    private mutating func deliverThree(metadata: String? = nil) {
        world.assign(committed: 0, metadata: metadata)
        world.deliver([world.event(0), world.event(1, age: .seconds(3600)), world.event(2)])
        #expect(world.requests.count == 1)
    }

    @Test mutating func `R07 a revoke sends what lies below a finished record, and nothing above`() {
        deliverThree()
        world.poll([.revoking([Self.partition])])
        world.answer(.accepted)
        #expect(world.requests.count == 1)
        #expect(world.pipeline.openCount == 1)
        world.answer(.accepted)
        world.poll()
        #expect(world.ordered(0) == 2)
        world.confirmCommit()
        #expect(world.turn?.completesRevocation == true)
        #expect(world.started.count == 2)
    }

    @Test mutating func `R07 a stop sends what lies below a finished record, and nothing above`() {
        deliverThree()
        world.stop()
        world.answer(.accepted)
        world.answer(.accepted)
        world.poll()
        #expect(world.ordered(0) == 2)
        world.confirmCommit()
        #expect(world.ending == .stopped)
    }

    @Test mutating func `R55 renewed files end the worker in the same order as a stop`() {
        deliverThree()
        world.recycle()
        world.answer(.accepted)
        world.answer(.accepted)
        world.poll()
        #expect(world.ordered(0) == 2)
        world.confirmCommit()
        #expect(world.ending == .filesRenewed)
    }

    @Test mutating func `nothing more is sent where the broker has shown that it keeps metadata`() {
        deliverThree(metadata: CommitMetadata.text(of: OffsetRuns(), above: 0))
        world.poll([.revoking([Self.partition])])
        world.answer(.accepted)
        #expect(world.requests.isEmpty)
        world.poll()
        #expect(world.commits.first?.metadata == CommitMetadata.text(of: Self.run(1..<2), above: 0))
    }

    @Test mutating func `a dead letter counts as finished`() {
        world.assign()
        world.deliver([world.event(0).bytes, world.event(1).bytes, nil])
        world.poll([.revoking([Self.partition])])
        world.acknowledge()
        world.answer(.accepted)
        world.answer(.accepted)
        world.poll()
        #expect(world.ordered(0) == 3)
    }

    @Test mutating func `what has failed is let go, and the drain does not wait for it`() {
        deliverThree()
        world.answer(.accepted)
        world.answer(.serverError)
        world.answer(.accepted)
        world.poll([.revoking([Self.partition])])
        #expect(world.pipeline.openCount == 0)
    }

    @Test(arguments: [SubmissionResult.unauthorized, .throttled(for: .seconds(60))])
    mutating func `a lane that does not move does not hold up a drain`(answer: SubmissionResult) {
        deliverThree()
        world.answer(.accepted)
        world.answer(answer)
        while !world.requests.isEmpty { world.answer(answer) }
        world.poll([.revoking([Self.partition])])
        world.confirmCommit()
        #expect(world.turn?.completesRevocation == true)
    }

    @Test mutating func `a drain sends as fast as the limit lets it, and stops at its own`() {
        world = PipelineWorld {
            $0.maxInFlight = 1
            $0.productionLimit = 1
        }
        world.assign()
        world.deliver((0..<20).map { world.event($0) } + [world.event(20, age: .seconds(3600))])
        world.answer(.accepted)
        world.poll([.revoking([Self.partition])])
        for _ in 0..<9 {
            world.pass(.milliseconds(1100))
            world.answerAll(.accepted)
            #expect(world.turn?.completesRevocation == false)
        }
        world.pass(.milliseconds(100))
        world.confirmCommit()
        #expect(world.turn?.completesRevocation == true)
        #expect((8...12).contains(world.finished.count))
    }

    @Test mutating func `a braked worker sends nothing more`() {
        world = PipelineWorld {
            $0.maxInFlight = 1
            $0.brake = DeadLetterBrake(consecutive: 2, share: 1, over: 1000)
            $0.brakeHold = .zero
        }
        world.assign()
        world.deliver((0..<2).map { world.event($0) })
        world.deliver([nil, nil], from: 2)
        while !world.published.isEmpty { world.acknowledge() }
        world.answer(.accepted)
        #expect(world.requests.isEmpty)
        #expect(world.started.count == 1)
    }

    private static func run(_ range: Range<Int64>) -> OffsetRuns {
        var runs = OffsetRuns()
        runs.append(range)
        return runs
    }
}
