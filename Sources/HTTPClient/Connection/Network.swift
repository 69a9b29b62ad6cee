/// What all connections of a client share.
final class Network {
    let poller: Poller
    let lookups: Lookups
    let contexts: TLSContexts
    let options: HTTPClientOptions
    /// For what a socket has received.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    /// Nil when the system has no descriptors to spare.
    init?(_ options: HTTPClientOptions) {
        guard let poller = Poller() else { return nil }
        (self.poller, self.options) = (poller, options)
        lookups = Lookups(poller.waker)
        contexts = TLSContexts(options)
    }

    deinit { buffer.deallocate() }
}

/// How a server is reached.
struct Route {
    let origin: Origin
    let proxy: Proxy?

    /// Whom we connect to.
    var target: Origin { proxy?.origin ?? origin }
}
