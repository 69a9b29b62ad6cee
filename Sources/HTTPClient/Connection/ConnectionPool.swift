/// The connections to one server, and the requests that wait for one.
final class ConnectionPool {
    private let route: Route
    private let network: Network
    private var connections: [Connection] = []
    private var waiting = WaitingExchanges()
    /// Whether many requests share a connection; not known before the first connection.
    private var isShared: Bool?
    /// When another connection may be tried.
    private var mayDialAt: ContinuousClock.Instant
    /// When one is to be tried for requests that wait; nil when none is, or nothing holds it up.
    private var dialsAt: ContinuousClock.Instant?

    /// How long a connection is kept for nothing.
    private static let longestIdle: Duration = .seconds(118)
    private static let pause: Duration = .seconds(1)

    init(_ route: Route, _ network: Network, at now: ContinuousClock.Instant) {
        (self.route, self.network, mayDialAt) = (route, network, now)
        if route.origin.isPlain { isShared = false }
    }

    /// Takes in a request; it goes out with the next `tend`.
    func add(_ exchange: HTTPExchange) { waiting.append(exchange) }

    /// Learns what a name stands for.
    func found(_ addresses: Result<[SocketAddress], HTTPFailure>, of target: Origin, at now: ContinuousClock.Instant) {
        for connection in connections { connection.found(addresses, of: target, at: now) }
    }

    /// Moves everything on as far as it goes without waiting.
    func tend(at now: ContinuousClock.Instant) {
        waiting.dropEnded()
        repeat {
            for connection in connections { tend(connection, at: now) }
            removeClosed(at: now)
            startWaiting(at: now)
            dialMore(at: now)
            for connection in connections { connection.flush() }
        } while connections.contains(where: \.isClosed)
    }

    /// Ends all connections.
    func close() {
        for connection in connections { connection.close(because: nil) }
        connections = []
    }

    /// When it wants to be tended at the latest.
    var nextAt: ContinuousClock.Instant? {
        let connecting = connections.lazy.filter(\.isConnecting)
        let due = connecting.map { $0.began + self.network.options.timeout } + connecting.compactMap(\.nextAt)
        return (due + [dialsAt].compactMap { $0 }).min()
    }

    /// Why a request is still waiting.
    var progress: String {
        (connections.first(where: \.isConnecting) ?? connections.first)?.progress ?? "waiting for a connection"
    }

    private func tend(_ connection: Connection, at now: ContinuousClock.Instant) {
        connection.goOn(at: now)
        let isTooSlow = connection.isConnecting && now - connection.began >= network.options.timeout
        let isIdle = connection.session?.openCount == 0 && now - connection.idleSince >= Self.longestIdle
        // Those who waited for it have their own time-outs, and say so.
        if isTooSlow || isIdle || connection.isSpent(at: now) { connection.close(because: nil) }
    }

    private func startWaiting(at now: ContinuousClock.Instant) {
        for connection in connections where !waiting.isEmpty {
            if let session = connection.session { isShared = session is HTTP2Session }
            var room = connection.room(at: now)
            while room > 0, let exchange = waiting.next() {
                connection.start(exchange, at: now)
                room -= 1
            }
        }
    }

    private func dialMore(at now: ContinuousClock.Instant) {
        let connecting = connections.count(where: \.isConnecting)
        // One will do until it is known whether requests can share it, and then as well if they can.
        let wanted = isShared == false ? waiting.count : min(1, waiting.count)
        dialsAt = wanted > connecting && now < mayDialAt ? mayDialAt : nil
        guard wanted > connecting, dialsAt == nil else { return }
        for _ in 0..<min(wanted - connecting, max(0, network.options.maximumConnections - connections.count)) {
            let connection = Connection(route, network, at: now)
            connections.append(connection)
            connection.begin(at: now)
        }
    }

    /// Lets go of connections that have ended.
    private func removeClosed(at now: ContinuousClock.Instant) {
        guard connections.contains(where: \.isClosed) else { return }
        var failure: HTTPFailure?
        connections.removeAll { connection in
            guard case .closed(let reason) = connection.stage else { return false }
            if !connection.wasReady { failure = reason ?? failure }
            // A server that closes what it has just taken is not to be asked again and again.
            if !connection.isUsed, now - connection.began < Self.pause { mayDialAt = now + Self.pause }
            return true
        }
        if let failure { noConnection(because: failure, at: now) }
    }

    /// Nobody waits for a server that cannot be reached; where others serve, or may soon, another try can wait.
    private func noConnection(because failure: HTTPFailure, at now: ContinuousClock.Instant) {
        network.lookups.forget(route.target)
        let serves = connections.contains { $0.isConnecting || $0.room(at: now) + ($0.session?.openCount ?? 0) > 0 }
        if serves {
            mayDialAt = now + Self.pause
        } else {
            while let exchange = waiting.next() { exchange.fail(failure) }
        }
    }
}
