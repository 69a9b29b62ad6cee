import Flow
import TestSupport
import Testing

@Suite struct OffsetTrackerTests {
    var tracker = OffsetTracker(committed: nil)

    @Test mutating func `a record that is still open holds back every later one`() {
        for offset in 0..<10 as Range<Int64> { #expect(tracker.begin(offset) == .taken) }
        for offset in [0, 1, 2, 3, 4, 6, 9] as [Int64] { #expect(tracker.finish(offset) == true) }
        #expect(tracker.committable == 5)
        #expect(tracker.oldestOpen == 5)
        #expect(tracker.outstandingCount == 3)
    }

    @Test mutating func `R01 polled records that never started count as open`() {
        for offset in 0..<10 as Range<Int64> { #expect(tracker.begin(offset) == .taken) }
        for offset in 0..<5 as Range<Int64> { #expect(tracker.finish(offset) == true) }
        #expect(tracker.committable == 5)
    }

    @Test mutating func `holes in the offsets never count as missing`() {
        for offset in [3, 7, 100] as [Int64] { #expect(tracker.begin(offset) == .taken) }
        for offset in [7, 3, 100] as [Int64] { #expect(tracker.finish(offset) == true) }
        #expect(tracker.committable == 101)
    }

    @Test mutating func `nothing to commit yields no position`() {
        #expect(tracker.committable == nil)
        #expect(tracker.begin(0) == .taken)
        #expect(tracker.committable == nil)
    }

    @Test mutating func `R32 a position below the committed one is never offered`() {
        tracker = OffsetTracker(committed: 50)
        #expect(tracker.begin(20) == .taken)
        #expect(tracker.finish(20) == true)
        #expect(tracker.committable == nil)
    }

    @Test mutating func `what the broker already holds is no news`() {
        #expect(tracker.begin(4) == .taken)
        #expect(tracker.finish(4) == true)
        tracker.ordered()
        tracker.committed(5)
        #expect(tracker.committable == nil)
    }

    @Test mutating func `what is done above the position is told, and not done again by the next owner`() throws {
        for offset in 10..<20 as Range<Int64> { #expect(tracker.begin(offset) == .taken) }
        for offset in [10, 12, 13, 17, 19] as [Int64] { #expect(tracker.finish(offset) == true) }
        #expect(tracker.position == 11)
        #expect(tracker.doneAbovePosition.runs == [12..<14, 17..<18, 19..<20])
        var next = OffsetTracker(committed: 11, doneBefore: tracker.doneAbovePosition)
        let beginnings = (11..<20 as Range<Int64>).map { next.begin($0) }
        #expect(
            beginnings == [
                .taken, .doneBefore, .doneBefore, .taken, .taken, .taken, .doneBefore, .taken, .doneBefore,
            ]
        )
    }

    @Test mutating func `what an earlier owner did further on is told again before it is delivered`() {
        var done = OffsetRuns()
        done.append(5..<8)
        tracker = OffsetTracker(committed: 2, doneBefore: done)
        #expect(tracker.begin(2) == .taken)
        #expect(tracker.begin(3) == .taken)
        #expect(tracker.finish(3) == true)
        #expect(tracker.doneAbovePosition.runs == [3..<4, 5..<8])
        for offset in 4..<8 as Range<Int64> { _ = tracker.begin(offset) }
        #expect(tracker.doneAbovePosition.runs == [3..<4, 5..<8])
    }

    @Test mutating func `done records above an open one are news although the position stands still`() {
        for offset in 0..<3 as Range<Int64> { #expect(tracker.begin(offset) == .taken) }
        #expect(tracker.committable == nil)
        #expect(tracker.finish(1) == true)
        #expect(tracker.committable == 0)
        tracker.ordered()
        #expect(tracker.finish(2) == true)
        tracker.committed(0)
        #expect(tracker.committable == 0)
        tracker.ordered()
        tracker.committed(0)
        #expect(tracker.committable == nil)
    }

    @Test mutating func `a repeated delivery and a second end change nothing`() {
        #expect(tracker.begin(1) == .taken)
        #expect(tracker.begin(1) == .repeated)
        #expect(tracker.finish(1) == true)
        #expect(tracker.finish(1) == false)
        #expect(tracker.finish(99) == false)
        #expect(tracker.outstandingCount == 0)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `R14 random orders of completion agree with a naive model after each step`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var tracker = OffsetTracker(committed: nil)
        var open: Set<Int64> = []
        var next: Int64 = 0
        var committed: Int64 = -1
        var hasNews = false
        for _ in 0..<2000 {
            if Bool.random(using: &random) {
                next += Int64.random(in: 0..<3, using: &random)
                #expect(tracker.begin(next) == .taken)
                open.insert(next)
                next += 1
            } else if let offset = open.sorted().randomElement(using: &random) {
                #expect(tracker.finish(offset) == true)
                open.remove(offset)
                hasNews = true
            }
            let position = open.min() ?? next
            #expect(tracker.committable == (hasNews ? position : nil), "seed \(seed)")
            #expect(position >= committed, "seed \(seed)")
            #expect(tracker.outstandingCount == open.count, "seed \(seed)")
            if Int.random(in: 0..<20, using: &random) == 0, let position = tracker.committable {
                tracker.ordered()
                tracker.committed(position)
                hasNews = false
                committed = position
            }
        }
    }
}
