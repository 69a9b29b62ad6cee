/// One connection to a server: how it comes about, and what goes over it.
final class Connection {
    /// When it was begun.
    let began: ContinuousClock.Instant
    /// Since when no request has been under way on it.
    var idleSince: ContinuousClock.Instant
    var stage = Stage.lookingUp
    /// Of one that is closed: it was ready for requests.
    private(set) var wasReady = false
    /// A request has started on it.
    private(set) var isUsed = false

    let route: Route
    let network: Network
    var term: ConnectionTerm

    /// How far it has come.
    enum Stage {
        case lookingUp
        case dialing(Dial)
        case encryptingToProxy(Wire)
        case asking(Wire, Tunnel)
        case encrypting(Wire)
        case open(Wire, any HTTPSession)
        /// With the reason, unless it had done its duty.
        case closed(HTTPFailure?)
    }

    init(_ route: Route, _ network: Network, at now: ContinuousClock.Instant) {
        (self.route, self.network, began, idleSince) = (route, network, now, now)
        term = ConnectionTerm(longest: network.options.connectionLifetime, at: now)
    }

    /// Looks the server up; goes on at once when it is known.
    func begin(at now: ContinuousClock.Instant) {
        attempt { () throws(HTTPFailure) in
            if let addresses = try network.lookups.addresses(of: route.target, at: now) { try dial(addresses, at: now) }
        }
    }

    /// Learns what the server's name stands for.
    func found(_ addresses: Result<[SocketAddress], HTTPFailure>, of target: Origin, at now: ContinuousClock.Instant) {
        guard case .lookingUp = stage, target == route.target else { return }
        attempt { () throws(HTTPFailure) in
            do throws(HTTPFailure) {
                try dial(addresses.get(), at: now)
            } catch let failure where failure.kind == .dns && route.proxy != nil {
                throw HTTPFailure(.proxy, failure.reason)
            }
        }
    }

    private func dial(_ addresses: [SocketAddress], at now: ContinuousClock.Instant) throws(HTTPFailure) {
        let dial = Dial(to: route.target, at: addresses, silence: network.options.timeout, network.poller)
        stage = .dialing(dial)
        try dial.tryNext(for: self, at: now)
    }

    /// The session, as soon as it is ready for requests.
    var session: (any HTTPSession)? {
        if case .open(_, let session) = stage { session } else { nil }
    }

    /// Whether it is still on its way.
    var isConnecting: Bool {
        switch stage {
        case .open(_, let session): !session.isReady
        case .closed: false
        default: true
        }
    }

    /// Whether it has ended.
    var isClosed: Bool {
        if case .closed = stage { true } else { false }
    }

    /// How many more requests may start on it.
    func room(at now: ContinuousClock.Instant) -> Int { term.isOver(at: now) ? 0 : session?.room ?? 0 }

    /// Whether it serves nobody and will serve nobody.
    func isSpent(at now: ContinuousClock.Instant) -> Bool {
        guard let session else { return false }
        return session.openCount == 0 && (session.isLeaving || term.isOver(at: now))
    }

    /// Starts a request for which there is room.
    func start(_ exchange: HTTPExchange, at now: ContinuousClock.Instant) {
        isUsed = true
        exchange.leaves(at: now, on: self)
        session?.start(exchange)
    }

    /// Gives up a request of its own whose time is over.
    func abandon(_ exchange: HTTPExchange, after duration: Duration, at now: ContinuousClock.Instant) {
        session?.abandon(exchange)
        if session?.openCount == 0 { idleSince = now }
        term.requestTimesOut(after: duration, at: now)
    }

    /// When it wants to go on although nothing comes in.
    var nextAt: ContinuousClock.Instant? {
        if case .dialing(let dial) = stage { dial.nextAt } else { nil }
    }

    /// Does what is due.
    func goOn(at now: ContinuousClock.Instant) {
        guard case .dialing(let dial) = stage, let next = dial.nextAt, next <= now else { return }
        attempt { () throws(HTTPFailure) in try dial.tryNext(for: self, at: now) }
    }

    /// Sends what waits.
    func flush() {
        attempt { () throws(HTTPFailure) in
            try wire?.flush()
            guard case .open(let wire, let session) = stage else { return }
            try session.write(to: wire)
            try wire.flush()
        }
    }

    /// Ends it, with all that is on it.
    ///
    /// - Parameters:
    ///   - failure: Why; nil when it has done its duty.
    ///   - isClean: The server has said that nothing follows.
    func close(because failure: HTTPFailure?, isClean: Bool = false) {
        if isClosed { return }
        let session = session
        wasReady = !isConnecting
        if failure == nil { wire?.end() }
        stage = .closed(failure)
        session?.end(because: failure ?? HTTPFailure(.reset, "the connection was closed"), isClean: isClean)
    }

    /// Ends it when what it does fails.
    func attempt(_ body: () throws(HTTPFailure) -> Void) {
        do throws(HTTPFailure) {
            try body()
        } catch {
            close(because: error)
        }
    }

    /// What it has for a socket.
    var wire: Wire? {
        switch stage {
        case .encryptingToProxy(let wire), .asking(let wire, _), .encrypting(let wire), .open(let wire, _): wire
        case .lookingUp, .dialing, .closed: nil
        }
    }
}
