import Flow
import TestSupport
import Testing

@Suite struct DueQueueTests {
    var queue = DueQueue<Int, String>()

    @Test mutating func `nothing is due before its time`() {
        queue.insert("late", due: 10)
        #expect(queue.popDue(at: 9) == nil)
        #expect(queue.popDue(at: 10) == "late")
        #expect(queue.isEmpty)
    }

    @Test mutating func `what is due together leaves in the order in which it came`() {
        for name in ["a", "b", "c", "d"] { queue.insert(name, due: 5) }
        #expect((0..<4).map { _ in queue.pop() } == ["a", "b", "c", "d"])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `any sequence of inserts, pops and removals agrees with a sorted list`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = DueQueue<Int, Int>()
        var model: [(due: Int, element: Int)] = []
        for element in 0..<500 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let due = Int.random(in: 0..<50, using: &random)
                queue.insert(element, due: due)
                model.insert((due, element), at: model.firstIndex { $0.due > due } ?? model.endIndex)
            case 6:
                let divisor = Int.random(in: 2..<9, using: &random)
                queue.removeAll { $0 % divisor == 0 }
                model.removeAll { $0.element % divisor == 0 }
            default:
                #expect(queue.nextDue == model.first?.due, "seed \(seed)")
                #expect(queue.pop() == (model.isEmpty ? nil : model.removeFirst().element), "seed \(seed)")
            }
            #expect(queue.count == model.count, "seed \(seed)")
        }
    }
}
