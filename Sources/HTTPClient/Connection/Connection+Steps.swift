extension Connection: SocketOwner {
    func isReady(_ token: UInt64, at now: ContinuousClock.Instant) {
        attempt { () throws(HTTPFailure) in
            if case .dialing(let dial) = stage {
                guard let connected = try dial.isReady(token, for: self, at: now) else { return }
                try connect(Wire(connected, network.poller))
            } else if let wire {
                try read(from: wire, at: now)
            }
        }
    }

    private func read(from wire: Wire, at now: ContinuousClock.Instant) throws(HTTPFailure) {
        let before = session?.openCount ?? 0
        let state = try wire.receive(through: network.buffer, to: self)
        if let session, session.openCount < before {
            term.requestIsAnswered(at: now)
            if session.openCount == 0 { idleSince = now }
        }
        if case .open = state { return }
        if case .ended = state { return close(because: broken, isClean: true) }
        close(because: broken)
    }

    private var broken: HTTPFailure {
        switch stage {
        case .open: HTTPFailure(.reset, "the server closed the connection before an answer")
        case .asking: HTTPFailure(.proxy, "the proxy \(route.target.address) closed the connection after CONNECT")
        default: HTTPFailure(.tls, "the connection was closed in the TLS handshake with \(route.origin.address)")
        }
    }
}

/// The steps from a socket to a session.
extension Connection: WireReader {
    private func connect(_ wire: Wire) throws(HTTPFailure) {
        guard let proxy = route.proxy else {
            if route.origin.isPlain { return stage = .open(wire, HTTP1Session(authority: route.origin.authority)) }
            return try encrypt(wire)
        }
        if proxy.origin.isPlain { return try ask(proxy, wire) }
        stage = .encryptingToProxy(wire)
        try wire.encrypt(with: TLSSession(network.contexts.current(), host: proxy.origin.host, protocols: []))
    }

    private func ask(_ proxy: Proxy, _ wire: Wire) throws(HTTPFailure) {
        let tunnel = Tunnel(route)
        stage = .asking(wire, tunnel)
        try tunnel.ask(proxy, over: wire)
    }

    private func encrypt(_ wire: Wire) throws(HTTPFailure) {
        stage = .encrypting(wire)
        let protocols = Array("\u{2}h2\u{8}http/1.1".utf8)
        try wire.encrypt(with: TLSSession(network.contexts.current(), host: route.origin.host, protocols: protocols))
    }

    func isEncrypted() throws(HTTPFailure) {
        if case .encryptingToProxy(let wire) = stage, let proxy = route.proxy { return try ask(proxy, wire) }
        guard case .encrypting(let wire) = stage, let session = wire.layers.last else { return }
        let authority = route.origin.authority
        stage = .open(
            wire,
            session.speaksHTTP2 ? try HTTP2Session(authority: authority) : HTTP1Session(authority: authority)
        )
    }

    func received(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure) {
        switch stage {
        case .asking(let wire, let tunnel): if try tunnel.takes(bytes) { try encrypt(wire) }
        case .open(_, let session): try session.receive(bytes)
        default: break
        }
    }
}
