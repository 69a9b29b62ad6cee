internal import Dispatch
package import Flow
internal import HTTPServer
internal import Synchronization

/// Where the endpoint's threads ask the loop for its status, and wait for the answer.
///
/// Nothing is published in advance: a status costs nothing until somebody asks, and is never out of date.
package final class StatusDesk: Sendable {
    /// One question, answered at most once.
    package final class Question: Sendable {
        private let status = Guarded<WorkerStatus?>(nil)
        private let isAnswered = DispatchSemaphore(value: 0)

        package func answer(_ answer: WorkerStatus) {
            status.withLock { $0 = answer }
            isAnswered.signal()
        }

        fileprivate func wait(for limit: Duration) -> WorkerStatus? {
            _ = isAnswered.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds)))
            return status.withLock { $0 }
        }
    }

    package let questions: AsyncStream<Question>
    private let asked: AsyncStream<Question>.Continuation
    private let clock: SystemClock
    private let lastTurn: Atomic<Int64>

    package init(clock: SystemClock) {
        (questions, asked) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        self.clock = clock
        lastTurn = Atomic(clock.now().instant.nanoseconds)
    }

    /// Asks and waits on the calling thread; `nil` when the loop does not answer in time.
    package func ask(within limit: Duration) -> WorkerStatus? {
        let question = Question()
        asked.yield(question)
        return question.wait(for: limit)
    }

    /// The loop has turned.
    package func turned(at now: Instant) {
        lastTurn.store(now.nanoseconds, ordering: .relaxed)
    }

    /// How long the loop has not turned.
    package var silence: Duration {
        clock.now().instant - Instant(nanoseconds: lastTurn.load(ordering: .relaxed))
    }
}
