import Glibc

/// A TCP socket that never waits; closes itself.
final class StreamSocket {
    let descriptor: Int32

    /// Begins to connect.
    ///
    /// - Parameter silence: After how long the kernel gives up a connection whose other end no longer confirms what we
    ///   send. HTTP/2 would go on to use it, and every request on it would run into its time-out.
    init(to address: SocketAddress, of target: Origin, silence: Duration) throws(HTTPFailure) {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(address.family, flags, 0)
        guard descriptor >= 0 else { throw HTTPFailure(.local, "no socket", errno: errno) }
        setOptions(silence: silence)
        if address.withPointer({ connect(descriptor, $0, $1) }) != 0, errno != EINPROGRESS {
            throw HTTPFailure(.connect, "no connection to \(target.address)", errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// The error with which connecting failed; 0 for none.
    func connectError() -> Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout.size(ofValue: code))
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }

    /// What a read or a write came to.
    enum Outcome {
        case moved(Int)
        /// Nothing can be moved now.
        case blocked
        case closed
        case failed(Int32)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        return count == 0 ? .closed : outcome(count)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        outcome(send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)))
    }

    private func outcome(_ count: Int) -> Outcome {
        if count >= 0 { return .moved(count) }
        let code = errno
        return code == EAGAIN || code == EINTR ? .blocked : .failed(code)
    }

    /// A kernel that does not know one of them goes on without it.
    private func setOptions(silence: Duration) {
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(SOL_SOCKET, SO_KEEPALIVE, 1)
        set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
        set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 60)
        set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(clamping: Int(silence / .milliseconds(1))))
    }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout.size(ofValue: value)))
    }
}
