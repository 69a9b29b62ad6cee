import AppStoreServer
import Flow
import TestSupport
import Testing

@testable import Worker

@Suite struct PipelineBatchTests {
    var world = PipelineWorld {
        $0.lane.batchSize = 10
        $0.lane.linger = .seconds(5)
    }

    init() { world.assign() }

    /// The sizes of the batches so far.
    private var batches: [Int] {
        world.notes.compactMap { if case .started(_, let count, _) = $0 { count } else { nil } }
    }

    @Test mutating func `a full batch goes at once, what is over waits no longer than the first of it`() {
        world.deliver((0..<10).map { world.event($0) })
        #expect(batches == [10])
        world.deliver((10..<13).map { world.event($0) }, from: 10)
        world.pass(.milliseconds(4999))
        #expect(batches == [10])
        world.pass(.milliseconds(1))
        #expect(batches == [10, 3])
    }

    @Test mutating func `newcomers do not prolong the wait of the first`() {
        for number in 0..<5 {
            world.deliver([world.event(number)], from: Int64(number))
            world.pass(.seconds(1))
        }
        #expect(batches == [5])
    }

    @Test mutating func `a deadline that is due does not wait for company`() {
        let window = Duration.seconds(12 * 3600 - 300)
        world.deliver([world.event(0), world.event(1, age: window - .seconds(3))])
        world.pass(.milliseconds(1999))
        #expect(batches.isEmpty)
        world.pass(.milliseconds(1))
        #expect(batches == [2])
        #expect(world.requests[0].path.text.hasSuffix("20000001"))
    }

    @Test mutating func `without a linger nothing waits`() {
        world = PipelineWorld { $0.lane.linger = .zero }
        world.assign()
        world.deliver([world.event(0)])
        #expect(batches == [1])
    }

    @Test mutating func `a batch takes its starts in one reservation, as many as there are`() {
        world = PipelineWorld {
            $0.lane.batchSize = 10
            $0.productionLimit = 14
        }
        world.assign()
        world.deliver((0..<40).map { world.event($0) })
        #expect(batches == [10, 4])
        world.answerAll(.accepted)
        world.pass(.seconds(1) + RateLimiter.guardTime)
        #expect(batches == [10, 4, 10, 4])
    }

    @Test mutating func `each result of a batch is settled as it comes, not with the slowest`() {
        world.deliver((0..<10).map { world.event($0) })
        world.answer(.accepted, at: 9)
        #expect(world.finished.map(\.offset) == [9])
        world.answer(.invalidTransaction, at: 4)
        #expect(world.published.map { $0.header("dlq.offset") } == ["4"])
        #expect(world.requests.count == 8)
    }

    @Test mutating func `size and fill of batches are counted`() {
        world.deliver((0..<10).map { world.event($0) })
        world.deliver((10..<12).map { world.event($0) }, from: 10)
        world.pass(.seconds(5))
        let text = world.exposition
        #expect(text.contains("consumption_batch_size_bucket{le=\"2.0\"} 1\n"))
        #expect(text.contains("consumption_batch_size_bucket{le=\"10.0\"} 2\n"))
        #expect(text.contains("consumption_batch_size_sum 12\n"))
        #expect(text.contains("consumption_batch_fill_ratio_bucket{le=\"0.25\"} 1\n"))
        #expect(text.contains("consumption_batch_fill_ratio_sum 1.2\n"))
    }
}
