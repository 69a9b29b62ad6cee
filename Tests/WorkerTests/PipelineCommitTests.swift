import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing
import Worker

/// What the pipeline tells the broker, and what a successor makes of it.
@Suite struct PipelineCommitTests {
    var world = PipelineWorld()

    @Test mutating func `after a crash only what was open is sent again`() {
        world.assign()
        world.deliver((0..<10).map { world.event($0) })
        for index in [8, 5, 4, 2] { world.answer(.accepted, at: index) }
        world.poll()
        let last = world.commits[0]
        #expect(last.nextOffset == 0)
        var successor = PipelineWorld()
        successor.assign(committed: last.nextOffset, metadata: last.metadata)
        successor.deliver((0..<10).map { successor.event($0) })
        #expect(successor.requests.map(\.path.text.last) == ["0", "1", "3", "6", "7", "9"])
        successor.answerAll(.accepted)
        successor.poll()
        #expect(successor.ordered(0) == 10)
        #expect(successor.commits[0].metadata == CommitMetadata.text(of: OffsetRuns(), above: 10))
    }

    @Test(arguments: ["another program's", "1.5.2.00000000", ""])
    func `foreign or damaged metadata is ignored with one line`(text: String) {
        var world = PipelineWorld()
        world.assign(committed: 0, metadata: text)
        world.deliver((0..<3).map { world.event($0) })
        #expect(world.requests.count == 3)
        #expect(world.notes.filter { if case .metadataIgnored = $0 { true } else { false } }.count == 1)
    }

    @Test mutating func `R30 an idle partition commits its position again before the broker forgets it`() {
        world.assign(committed: 7)
        for _ in 0..<59 {
            world.pass(.seconds(60))
            #expect(world.commits.isEmpty)
        }
        world.pass(.seconds(60))
        #expect(world.ordered(0) == 7)
        world.confirmCommit()
        world.pass(.seconds(3600))
        #expect(world.ordered(0) == 7)
    }

    @Test mutating func `a broker that does not take so much metadata gets none`() {
        world.assign()
        world.deliver((0..<3).map { world.event($0) })
        world.answer(.accepted, at: 1)
        world.poll()
        #expect(world.commits[0].metadata != nil)
        world.confirmCommit(KafkaError(code: .offsetMetadataTooLarge, reason: "too large"))
        world.pass(.milliseconds(20))
        #expect(world.commits.map(\.metadata) == [nil])
    }

    @Test mutating func `R58 while the coordinator is away no second commit is ordered`() {
        world.assign()
        world.deliver((0..<40).map { world.event($0) })
        for _ in 0..<40 {
            world.answer(.accepted)
            world.pass(.seconds(2))
        }
        #expect(world.commits.map(\.nextOffset) == [1])
    }
}
