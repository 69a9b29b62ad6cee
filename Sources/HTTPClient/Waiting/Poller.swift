import CEpoll
import Glibc

/// Something that waits for a socket.
protocol SocketOwner: AnyObject {
    /// The socket can be read, or written to, or has failed, which both show.
    func isReady(_ token: UInt64, at now: ContinuousClock.Instant)
}

/// Waits for many sockets at once.
///
/// [epoll](https://man7.org/linux/man-pages/man7/epoll.7.html)
final class Poller {
    let waker: Waker
    private let descriptor: Int32
    private var owners: [UInt64: any SocketOwner] = [:]
    private var lastToken: UInt64 = 0
    private var events = [epoll_event](repeating: epoll_event(), count: 64)
    private var ready: [UInt64] = []

    private static let wakerToken: UInt64 = 0

    /// Nil when the system has no descriptors to spare.
    init?() {
        guard let waker = Waker() else { return nil }
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.waker = waker
        // On the edge, so that each wake-up ends a wait once and its counter never needs to be read.
        let edge = EPOLLIN.rawValue | EPOLLET.rawValue
        if control(EPOLL_CTL_ADD, waker.descriptor, Self.wakerToken, edge) != 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Watches a socket from now on until it is forgotten; throws when the system refuses.
    func watch(_ socket: StreamSocket, for owner: any SocketOwner, writing: Bool) throws(HTTPFailure) -> UInt64 {
        lastToken += 1
        guard control(EPOLL_CTL_ADD, socket.descriptor, lastToken, Self.interest(writing)) == 0 else {
            throw HTTPFailure(.local, "epoll", errno: errno)
        }
        owners[lastToken] = owner
        return lastToken
    }

    /// Says whether it is of interest that the socket can be written to.
    func change(_ token: UInt64, _ socket: StreamSocket, writing: Bool) {
        // A watched socket can always be changed.
        _ = control(EPOLL_CTL_MOD, socket.descriptor, token, Self.interest(writing))
    }

    /// Forgets a socket that is about to be closed.
    func forget(_ token: UInt64) {
        owners[token] = nil
    }

    /// Sleeps until a socket is ready, somebody wakes it, or the limit is over.
    func wait(atMost limit: Duration) {
        // Rounded up: what is due after half a millisecond is not due before.
        let milliseconds =
            limit.components.seconds * 1000 + (limit.components.attoseconds + 999_999_999_999_999)
            / 1_000_000_000_000_000
        let count = epoll_wait(descriptor, &events, Int32(events.count), Int32(clamping: max(0, milliseconds)))
        guard count > 0 else { return }
        for event in events[..<Int(count)] where event.data.u64 != Self.wakerToken { ready.append(event.data.u64) }
    }

    /// Tells the owners of the sockets that were found ready.
    func tellOwners(at now: ContinuousClock.Instant) {
        for token in ready { owners[token]?.isReady(token, at: now) }
        ready.removeAll(keepingCapacity: true)
    }

    private static func interest(_ writing: Bool) -> UInt32 {
        EPOLLIN.rawValue | (writing ? EPOLLOUT.rawValue : 0)
    }

    private func control(_ operation: Int32, _ socket: Int32, _ token: UInt64, _ interest: UInt32) -> Int32 {
        var event = epoll_event(events: interest, data: epoll_data_t(u64: token))
        return epoll_ctl(descriptor, operation, socket, &event)
    }
}
