/// Elements in the order in which they are due, equal ones in the order in which they came: O(log n) in and out.
package struct DueQueue<Due: Comparable & Sendable, Element: Sendable>: Sendable {
    private struct Entry: Sendable {
        var due: Due
        var arrival: UInt64
        var element: Element

        func precedes(_ other: Entry) -> Bool {
            due < other.due || (due == other.due && arrival < other.arrival)
        }
    }

    private var heap: [Entry] = []
    private var arrivals: UInt64 = 0

    package init() {}

    package var count: Int { heap.count }
    package var isEmpty: Bool { heap.isEmpty }

    /// When the first element is due; `nil` when there is none.
    package var nextDue: Due? { heap.first?.due }

    package var first: Element? { heap.first?.element }

    package mutating func insert(_ element: Element, due: Due) {
        heap.append(Entry(due: due, arrival: arrivals, element: element))
        arrivals += 1
        siftUp(heap.count - 1)
    }

    /// Takes the first element, whether it is due or not.
    package mutating func pop() -> Element? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown(0)
        }
        return first.element
    }

    /// Takes the first element if it is due at `now`.
    package mutating func popDue(at now: Due) -> Element? {
        guard let due = nextDue, due <= now else { return nil }
        return pop()
    }

    /// Lets go of everything that matches, in O(n).
    package mutating func removeAll(where matches: (Element) -> Bool) {
        heap.removeAll { matches($0.element) }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
            siftDown(index)
        }
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var least = 2 * parent + 1
            guard least < heap.count else { return }
            if least + 1 < heap.count, heap[least + 1].precedes(heap[least]) { least += 1 }
            guard heap[least].precedes(heap[parent]) else { return }
            heap.swapAt(least, parent)
            parent = least
        }
    }
}
