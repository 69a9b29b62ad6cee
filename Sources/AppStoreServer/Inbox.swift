import Glibc

/// Hands requests and new keys over to the client's thread.
///
/// The one lock of this module; it is held for an append or a swap.
final class Inbox: @unchecked Sendable {  // everything below is touched only under the lock
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var requests: [AppStoreRequest] = []
    /// New keys, by the index of their app.
    private var keys: [Int: SigningKey] = [:]
    private var isClosed = false

    init() {
        lock = .allocate(capacity: 1)
        let code = pthread_mutex_init(lock, nil)
        precondition(code == 0, "no mutex: \(code)")
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Puts requests in; true when the thread must be woken, false when it has not looked since it was woken last.
    func put(_ new: [AppStoreRequest]) -> Bool {
        withLock {
            defer { requests += new }
            return requests.isEmpty
        }
    }

    /// Puts a new key in, for requests that are put in after it.
    func put(_ key: SigningKey, ofApp app: Int) {
        withLock { keys[app] = key }
    }

    /// Says that nothing will come any more.
    func close() {
        withLock { isClosed = true }
    }

    /// Whether nothing will come any more.
    var isEnded: Bool { withLock { isClosed } }

    /// Takes all requests that are there, in order, in exchange for `taken`, whose memory is used again.
    ///
    /// - Returns: The new keys, by the index of their app.
    func take(into taken: inout [AppStoreRequest]) -> [Int: SigningKey] {
        taken.removeAll(keepingCapacity: true)
        return withLock {
            swap(&requests, &taken)
            defer { keys.removeAll() }
            return keys
        }
    }

    private func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}
