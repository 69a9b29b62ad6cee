/// What a wire tells of what comes in.
protocol WireReader: AnyObject {
    /// The uppermost layer of TLS is ready for use.
    func isEncrypted() throws(HTTPFailure)
    /// Bytes have come through all layers.
    func received(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure)
}

/// A connected socket with as many layers of TLS above it as the way to the server needs.
final class Wire {
    private(set) var layers: [TLSSession] = []
    /// The socket takes no more for the moment.
    private(set) var isBlocked = false

    private let socket: StreamSocket
    private let token: UInt64
    private let poller: Poller
    private let output = ByteBuffer()

    init(_ connected: (token: UInt64, socket: StreamSocket), _ poller: Poller) {
        (token, socket, self.poller) = (connected.token, connected.socket, poller)
        poller.change(token, socket, writing: false)
    }

    deinit { poller.forget(token) }

    /// Whether all that was written is on its way.
    var isFlushed: Bool { output.isEmpty }

    /// Puts a layer of TLS on top and begins its handshake.
    func encrypt(with session: TLSSession) throws(HTTPFailure) {
        layers.append(session)
        try session.shakeHands()
        try passDown(from: layers.count - 1)
    }

    /// Writes through all layers; it leaves with `flush()`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPFailure) { try write(bytes, below: layers.count) }

    private func write(_ bytes: UnsafeRawBufferPointer, below layer: Int) throws(HTTPFailure) {
        guard layer > 0 else { return output.append(bytes) }
        try layers[layer - 1].write(bytes)
        try passDown(from: layer - 1)
    }

    private func passDown(from layer: Int) throws(HTTPFailure) {
        while let output = layers[layer].takeOutput() { try write(output, below: layer) }
    }

    /// Sends what has been written, as far as the socket takes it.
    func flush() throws(HTTPFailure) {
        let wasBlocked = isBlocked
        isBlocked = false
        while !output.isEmpty, !isBlocked {
            switch socket.write(output.bytes) {
            case .moved(let count): output.removeFirst(count)
            case .blocked: isBlocked = true
            case .closed: throw HTTPFailure(.reset, "the connection broke")
            case .failed(let code): throw HTTPFailure(.reset, "the connection broke", errno: code)
            }
        }
        if isBlocked != wasBlocked { poller.change(token, socket, writing: isBlocked) }
    }

    /// Says that nothing follows, as far as the socket takes it at once.
    func end() {
        do throws(HTTPFailure) {
            for layer in layers.indices.reversed() {
                layers[layer].end()
                try passDown(from: layer)
            }
            try flush()
        } catch {
            // Nobody listens any more, which is as good.
        }
    }

    /// How the other end has left the connection.
    enum State {
        case open
        /// It has said that nothing follows.
        case ended
        /// It has gone without a word, which over TLS means that something may be missing.
        case cut
    }

    /// Reads once, and hands on what comes through.
    ///
    /// - Parameter buffer: For the bytes of the socket.
    func receive(through buffer: UnsafeMutableRawBufferPointer, to reader: any WireReader) throws(HTTPFailure) -> State
    {
        switch socket.read(into: buffer) {
        case .moved(let count): try passUp(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: reader, above: 0)
        case .blocked: return .open
        case .closed: return layers.isEmpty ? .ended : .cut
        case .failed(let code): throw HTTPFailure(.reset, "the connection broke", errno: code)
        }
        return layers.contains(where: \.isClosed) ? .ended : .open
    }

    private func passUp(_ bytes: UnsafeRawBufferPointer, to reader: any WireReader, above layer: Int)
        throws(HTTPFailure)
    {
        guard layer < layers.count else { return try reader.received(bytes) }
        let session = layers[layer]
        try session.feed(bytes)
        if !session.isEstablished { try shakeHands(layer, for: reader) }
        guard session.isEstablished else { return }
        while let plain = try session.read() { try passUp(plain, to: reader, above: layer + 1) }
        // An answer to the other end's own messages, such as new keys.
        try passDown(from: layer)
    }

    private func shakeHands(_ layer: Int, for reader: any WireReader) throws(HTTPFailure) {
        let session = layers[layer]
        do throws(HTTPFailure) {
            try session.shakeHands()
        } catch {
            // The other end learns why.
            try passDown(from: layer)
            try flush()
            throw error
        }
        try passDown(from: layer)
        if session.isEstablished { try reader.isEncrypted() }
    }
}
