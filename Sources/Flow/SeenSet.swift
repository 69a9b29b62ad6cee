/// Remembers what was done until it no longer matters, in a bounded number of entries.
package struct SeenSet<Element: Hashable & Sendable>: Sendable {
    private var elements: Set<Element> = []
    private var expiries: [(element: Element, expiry: UnixTime)] = []
    private var head = 0
    private let limit: Int

    /// - Parameter limit: The most entries it keeps; beyond that the oldest is forgotten first.
    package init(limit: Int) {
        self.limit = limit
    }

    package var count: Int { elements.count }

    package func contains(_ element: Element) -> Bool {
        elements.contains(element)
    }

    /// Remembers an element; entries leave in the order in which they came once they are past their `expiry`.
    package mutating func insert(_ element: Element, until expiry: UnixTime, at now: UnixTime) {
        forget(at: now)
        guard elements.insert(element).inserted else { return }
        expiries.append((element, expiry))
    }

    private mutating func forget(at now: UnixTime) {
        while head < expiries.count, expiries[head].expiry <= now || elements.count >= limit {
            elements.remove(expiries[head].element)
            head += 1
        }
        guard head >= 1024, head * 2 >= expiries.count else { return }
        expiries.removeFirst(head)
        head = 0
    }
}
