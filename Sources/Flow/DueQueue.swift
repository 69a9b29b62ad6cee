/// Elements in the order in which they are due, equal ones in the order in which they came: O(log n) in and out.
///
/// Public and inlinable, since other modules would else work on boxes of unknown types, at many times the cost: the compiler
/// specialises nothing that is only `package`.
public struct DueQueue<Due: Comparable & Sendable, Element: Sendable>: Sendable {
    @usableFromInline struct Entry: Sendable {
        @usableFromInline var due: Due
        @usableFromInline var arrival: UInt64
        @usableFromInline var element: Element

        @inlinable init(due: Due, arrival: UInt64, element: Element) {
            self.due = due
            self.arrival = arrival
            self.element = element
        }

        @inlinable func precedes(_ other: Entry) -> Bool {
            due < other.due || (due == other.due && arrival < other.arrival)
        }
    }

    @usableFromInline var heap: [Entry] = []
    @usableFromInline var arrivals: UInt64 = 0

    /// An empty queue.
    @inlinable public init() {}

    /// How many elements are in it.
    @inlinable public var count: Int { heap.count }
    /// Whether it has none.
    @inlinable public var isEmpty: Bool { heap.isEmpty }

    /// When the first element is due; `nil` when there is none.
    @inlinable public var nextDue: Due? { heap.first?.due }

    /// The first element, which stays; `nil` when there is none.
    @inlinable public var first: Element? { heap.first?.element }

    /// Puts an element in its place.
    @inlinable public mutating func insert(_ element: Element, due: Due) {
        heap.append(Entry(due: due, arrival: arrivals, element: element))
        arrivals += 1
        siftUp(heap.count - 1)
    }

    /// Takes the first element, whether it is due or not.
    @inlinable public mutating func pop() -> Element? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown(0)
        }
        return first.element
    }

    /// Takes the first element if it is due at `now`.
    @inlinable public mutating func popDue(at now: Due) -> Element? {
        guard let due = nextDue, due <= now else { return nil }
        return pop()
    }

    /// Lets go of everything that matches, in O(n).
    @inlinable public mutating func removeAll(where matches: (Element) -> Bool) {
        heap.removeAll { matches($0.element) }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
            siftDown(index)
        }
    }

    @inlinable mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    @inlinable mutating func siftDown(_ start: Int) {
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
