import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// What seeds of the simulation have found, each as small as it could be made.
@Suite struct PipelineFoundBySimulationTests {
    var world = PipelineWorld()

    @Test mutating func `a position moves over what an earlier owner has done although it has not come yet`() throws {
        var done = OffsetRuns()
        done.append(1..<3)
        world.assign(committed: 0, metadata: CommitMetadata.text(of: done, above: 0))
        world.deliver([world.event(0)])
        world.answer(.accepted)
        world.pass(.milliseconds(20))
        let entry = try #require(world.commits.first)
        #expect(entry.nextOffset == 3)
        #expect(entry.metadata == CommitMetadata.text(of: OffsetRuns(), above: entry.nextOffset))
    }

    @Test mutating func `R28 a revoke that is held when a stop has waited long enough commits at once`() {
        world.assign()
        world.deliver((0..<2).map { world.event($0) })
        world.stop()
        world.answer(.accepted)
        world.pass(.seconds(10))
        world.confirmCommit(KafkaError(code: .rebalanceInProgress, reason: "rebalancing"))
        world.poll([.revoking([PipelineWorld.partition(0)])])
        world.pass(.seconds(8))
        world.poll()
        #expect(world.ordered(0) == 1)
        world.confirmCommit()
        #expect(world.ending == .stopped)
    }

    @Test mutating func `a position is committed that has passed a hole before what an earlier owner has done`() {
        var done = OffsetRuns()
        done.append(4..<5)
        world.assign(committed: 0, metadata: CommitMetadata.text(of: done, above: 0))
        world.deliver([world.event(0)])
        world.answer(.accepted)
        world.pass(.milliseconds(20))
        world.confirmCommit()
        world.deliver([world.event(4)], from: 4)
        world.pass(.milliseconds(20))
        #expect(world.ordered(0) == 5)
    }

    /// The client takes one commit at a time and ends the process over a second one.
    @Test mutating func `a revoke that a commit without an answer has held up for too long orders no second one`() {
        world.assign()
        world.deliver([world.event(0), world.event(1)])
        world.answer(.accepted)
        world.pass(.milliseconds(20))
        #expect(world.ordered(0) == 1)
        world.answer(.accepted)
        world.poll([.revoking([PipelineWorld.partition(0)])])
        world.pass(.seconds(20))
        #expect(world.turn?.completesRevocation == true)
        #expect(world.commits.count == 1)
    }
}
