import CEpoll
import Glibc

/// Ends the wait of the thread that owns a client, or its next one; any thread may use it.
package final class Waker: Sendable {
    let descriptor: Int32

    /// Nil when the system has no descriptor to spare.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Wakes the thread.
    package func wake() {
        var one: UInt64 = 1
        // It fails only when the counter is full, and then a wake-up is pending already.
        _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
    }
}
