internal import Dispatch

/// Runs an actor on a thread of its own, so that waiting in C holds up nobody else.
///
/// Swift's `DispatchSerialQueue` is missing on Linux.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
