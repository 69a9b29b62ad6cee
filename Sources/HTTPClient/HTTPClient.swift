/// Sends requests over HTTP/2 or HTTP/1.1, many at a time.
///
/// One thread owns it: `start` takes a request in, `turn` moves all of them on, `wait` sleeps until more is to do. It
/// sends each request once, follows no redirect and keeps no cookie.
package final class HTTPClient {
    /// Ends the owner's `wait`.
    package let waker: Waker

    private let network: Network
    private var pools: [ConnectionPool] = []
    private var underWay: [HTTPExchange] = []
    private let ended = EndedExchanges()
    /// No request's time is over before.
    private var firstDeadline: ContinuousClock.Instant?

    /// Throws when the system has no descriptors to spare.
    package init(_ options: HTTPClientOptions) throws(HTTPClientFault) {
        guard let network = Network(options) else { throw .descriptors }
        self.network = network
        waker = network.poller.waker
    }

    deinit {
        // A connection and the poller that watches it hold each other until it is closed.
        for pool in pools { pool.close() }
    }

    /// A server, to which requests can be started from then on.
    package struct Server: Sendable {
        fileprivate let pool: Int
    }

    /// Makes a server known; throws when the proxy on the way to it cannot be used.
    package func server(at origin: Origin) throws(HTTPClientFault) -> Server {
        pools.append(ConnectionPool(try network.options.route(to: origin), network, at: .now))
        return Server(pool: pools.count - 1)
    }

    /// How many requests have been started and not been handed over.
    package var underWayCount: Int { underWay.count }

    /// Takes a request in, with the caller's number for it; it goes out with the next turn.
    package func start(_ request: HTTPRequest, to server: Server, tag: UInt64) {
        let exchange = HTTPExchange(request, tag: tag, from: .now, within: network.options.timeout, ended)
        exchange.place = underWay.count
        exchange.pool = server.pool
        underWay.append(exchange)
        // All have the same time: the first to start is the first to be late.
        if firstDeadline == nil { firstDeadline = exchange.deadline }
        pools[server.pool].add(exchange)
    }

    /// Moves all requests on as far as they go without waiting; returns those that have ended.
    package func turn() -> [HTTPExchange] {
        let now = ContinuousClock.now
        for (origin, addresses) in network.lookups.takeAnswers(at: now) {
            for pool in pools { pool.found(addresses, of: origin, at: now) }
        }
        network.poller.tellOwners(at: now)
        endLate(at: now)
        for pool in pools { pool.tend(at: now) }
        return takeEnded()
    }

    /// Sleeps until a connection has something, a time-out is near, or somebody wakes it.
    package func wait(atMost limit: Duration = .seconds(60)) {
        let now = ContinuousClock.now
        let next = (pools.map(\.nextAt) + [firstDeadline]).compactMap { $0 }.min()
        network.poller.wait(atMost: min(limit, next.map { $0 - now } ?? limit))
    }

    /// Breaks everything off that has no answer yet, and returns it.
    package func cancelAll() -> [HTTPExchange] {
        for exchange in underWay where !exchange.isEnded {
            exchange.fail(HTTPFailure(.cancelled, "the client was closed"))
        }
        for pool in pools { pool.close() }
        return takeEnded()
    }

    private func endLate(at now: ContinuousClock.Instant) {
        guard let first = firstDeadline, first <= now else { return }
        for exchange in underWay where exchange.deadline <= now && !exchange.isEnded {
            let failure = HTTPFailure(.timeout, exchange.lateness(while: pools[exchange.pool].progress))
            exchange.abandon(at: now)
            exchange.fail(failure)
        }
        firstDeadline = underWay.lazy.filter { !$0.isEnded }.map(\.deadline).min()
    }

    private func takeEnded() -> [HTTPExchange] {
        defer { ended.list.removeAll(keepingCapacity: true) }
        for exchange in ended.list {
            underWay.swapAt(exchange.place, underWay.count - 1)
            underWay[exchange.place].place = exchange.place
            underWay.removeLast()
        }
        return ended.list
    }
}
