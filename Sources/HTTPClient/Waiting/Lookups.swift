import Glibc

/// Looks names up on threads of their own, since the C library waits for the answer.
///
/// A name is looked up once at a time, however many ask, and an answer is good for ten seconds: a name that has moved is
/// found again soon, and connections live much longer.
final class Lookups {
    private let answered: Answered
    private var known: [Origin: (addresses: [SocketAddress], since: ContinuousClock.Instant)] = [:]
    private var underWay: Set<Origin> = []

    private static let life: Duration = .seconds(10)

    init(_ waker: Waker) {
        answered = Answered(waker)
    }

    /// The addresses of a server if they are known; else they will be among `takeAnswers()`.
    func addresses(of origin: Origin, at now: ContinuousClock.Instant) throws(HTTPFailure) -> [SocketAddress]? {
        if let (addresses, since) = known[origin], now - since < Self.life { return addresses }
        if let numeric = try? SocketAddress.all(of: origin, asNumber: true) { return numeric }  // else it is a name
        guard underWay.insert(origin).inserted else { return nil }
        let code = startThread { [answered] in
            answered.put(origin, Result { () throws(HTTPFailure) in try SocketAddress.all(of: origin) })
        }
        guard code == 0 else {
            underWay.remove(origin)
            throw HTTPFailure(.local, "no thread to look up \(origin.host)", errno: code)
        }
        return nil
    }

    /// The answers that have come since the last time.
    func takeAnswers(at now: ContinuousClock.Instant) -> [(Origin, Result<[SocketAddress], HTTPFailure>)] {
        if underWay.isEmpty { return [] }
        let new = answered.take()
        for (origin, result) in new {
            underWay.remove(origin)
            if case .success(let addresses) = result { known[origin] = (addresses, now) }
        }
        return new
    }

    /// Looks the name up anew next time, since no address was any good.
    func forget(_ origin: Origin) {
        known[origin] = nil
    }
}

/// Hands the answers over to the client's thread; a thread that is still waiting may outlive the client.
private final class Answered: @unchecked Sendable {  // the list is touched only under the lock
    private let waker: Waker
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var list: [(Origin, Result<[SocketAddress], HTTPFailure>)] = []

    init(_ waker: Waker) {
        self.waker = waker
        let code = pthread_mutex_init(lock, nil)
        precondition(code == 0, "no mutex: \(code)")
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func put(_ origin: Origin, _ result: Result<[SocketAddress], HTTPFailure>) {
        pthread_mutex_lock(lock)
        list.append((origin, result))
        pthread_mutex_unlock(lock)
        waker.wake()
    }

    func take() -> [(Origin, Result<[SocketAddress], HTTPFailure>)] {
        pthread_mutex_lock(lock)
        defer {
            list.removeAll()
            pthread_mutex_unlock(lock)
        }
        return list
    }
}
