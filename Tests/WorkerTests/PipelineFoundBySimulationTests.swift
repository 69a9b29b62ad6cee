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
        #expect(entry.metadata == nil)
    }
}
