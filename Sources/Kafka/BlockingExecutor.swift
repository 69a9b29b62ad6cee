internal import Dispatch

/// Runs an actor on a thread of its own, so that waiting in C holds up nobody else.
///
/// Swift's `DispatchSerialQueue` is missing on Linux.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes the thread's queue; `label` names it in a debugger.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs the actor's next piece of work on the thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
