import Glibc

/// A value that handlers on different threads share: every access is made under one lock.
///
/// Safe to share because `state` is touched only while the mutex is held. (`Synchronization.Mutex` would do, but
/// the thread sanitizer does not understand it on Linux.)
package final class Guarded<State: ~Copyable & Sendable>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// Starts with this value.
    package init(_ state: consuming State) {
        self.state = state
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the value, and wakes those who wait for a change; `body` must not block.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Blocks the calling thread until the condition holds or the time is over; says whether it holds.
    @discardableResult
    package func wait(atMost limit: Duration, until condition: (borrowing State) -> Bool) -> Bool {
        let end = ContinuousClock.now + limit
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(state) {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return false }
            // glibc before 2.41 loses a wake-up now and then (its bug 25847): nobody may rely on one for ever.
            var alarm = timespec(after: min(left, .seconds(1)))
            pthread_cond_timedwait(changed, mutex, &alarm)
        }
        return true
    }
}

extension timespec {
    /// The moment on the monotonic clock that lies this far ahead.
    fileprivate init(after duration: Duration) {
        self.init()
        clock_gettime(CLOCK_MONOTONIC, &self)
        let (seconds, attoseconds) = duration.components
        let nanoseconds = tv_nsec + Int(attoseconds / 1_000_000_000)
        tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        tv_nsec = nanoseconds % 1_000_000_000
    }
}
