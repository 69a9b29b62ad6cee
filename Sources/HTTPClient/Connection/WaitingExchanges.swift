/// Requests that wait for a connection, in order; those whose time is over leave by themselves.
struct WaitingExchanges {
    private var list: [HTTPExchange] = []
    private var head = 0

    var isEmpty: Bool { count == 0 }

    /// At most so many wait.
    var count: Int { list.count - head }

    mutating func append(_ exchange: HTTPExchange) { list.append(exchange) }

    /// Takes out the next one that still waits.
    mutating func next() -> HTTPExchange? {
        dropEnded()
        guard head < list.count else { return nil }
        defer { dropFirst() }
        return list[head]
    }

    /// Forgets those at the front whose time is over.
    mutating func dropEnded() {
        while head < list.count, list[head].isEnded { dropFirst() }
    }

    private mutating func dropFirst() {
        head += 1
        // The memory of those that have left is given back from time to time.
        guard head == list.count || head >= 1024 else { return }
        list.removeFirst(head)
        head = 0
    }
}
