internal import Dispatch
package import Flow
internal import HTTPServer

/// Where the endpoint's threads ask the loop for its status, and wait for the answer.
///
/// Nothing is published in advance: a status costs nothing until somebody asks, and is never out of date.
package final class StatusDesk: Sendable {
    /// One question: what to look at in the loop, answered at most once.
    package final class Question: Sendable {
        private let look: @Sendable (LoopView) -> Void
        private let isAnswered = DispatchSemaphore(value: 0)

        fileprivate init(_ look: @escaping @Sendable (LoopView) -> Void) {
            self.look = look
        }

        func answer(from view: LoopView) {
            look(view)
            isAnswered.signal()
        }

        fileprivate func wait(for limit: Duration) {
            _ = isAnswered.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds)))
        }
    }

    /// What the loop is at.
    package enum Duty: String, Sendable {
        case waiting, deciding, reporting, ordering
    }

    private struct Whereabouts: Sendable {
        var duty = Duty.waiting
        var turnedAt: Instant
        /// What each duty took, up to `turnedAt`.
        var spent: [Duty: Duration] = [:]
        /// Since when the thread of Kafka's consumer is in a turn; `nil` when it is not.
        var kafkaTurnsSince: Instant?
    }

    package let questions: AsyncStream<Question>
    private let asked: AsyncStream<Question>.Continuation
    private let clock: SystemClock
    private let whereabouts: Guarded<Whereabouts>

    package init(clock: SystemClock) {
        (questions, asked) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        self.clock = clock
        whereabouts = Guarded(Whereabouts(turnedAt: clock.now().instant))
    }

    /// Asks for numbers and waits on the calling thread; `nil` when the loop does not answer in time.
    package func ask(within limit: Duration) -> WorkerStatus? {
        ask(within: limit, \.numbers)
    }

    /// Asks for all that people are shown, and waits on the calling thread; `nil` when the loop does not answer in time.
    package func picture(within limit: Duration) -> Status? {
        ask(within: limit, \.picture)
    }

    /// Asks what `/readyz` is to look at, and waits likewise.
    package func readiness(within limit: Duration) -> [ProbeCheck]? {
        ask(within: limit, \.readiness)
    }

    /// Asks what `/healthz` is to look at, and waits likewise.
    package func liveness(within limit: Duration) -> [ProbeCheck]? {
        ask(within: limit, \.liveness)
    }

    private func ask<Answer: Sendable>(
        within limit: Duration,
        _ look: @escaping @Sendable (LoopView) -> Answer
    ) -> Answer? {
        let answer = Guarded<Answer?>(nil)
        let question = Question { view in
            let seen = look(view)
            answer.withLock { $0 = seen }
        }
        asked.yield(question)
        question.wait(for: limit)
        return answer.withLock { $0 }
    }

    /// The loop has turned to another duty.
    package func turned(at now: Instant, to duty: Duty) {
        whereabouts.withLock {
            $0.spent[$0.duty, default: .zero] += now - $0.turnedAt
            ($0.turnedAt, $0.duty) = (now, duty)
        }
    }

    /// The thread of Kafka's consumer begins a turn, or has ended it.
    package func turnsKafka(_ isTurning: Bool) {
        let now = clock.now().instant
        whereabouts.withLock { $0.kafkaTurnsSince = isTurning ? now : nil }
    }

    /// Where the time of the loop has gone so far, the duty included that it is at.
    package var spent: [Duty: Duration] {
        let now = clock.now().instant
        let state = whereabouts.withLock { $0 }
        return state.spent.merging([state.duty: now - state.turnedAt], uniquingKeysWith: +)
    }

    /// How long the loop has not turned.
    package var silence: Duration {
        clock.now().instant - whereabouts.withLock { $0.turnedAt }
    }

    /// What the loop and the consumer's thread are at, for whoever has to find out why they are silent.
    package var duties: [LogLine] {
        let now = clock.now().instant
        let state = whereabouts.withLock { $0 }
        let turning = state.kafkaTurnsSince.map { "in a turn for \((now - $0).components.seconds) s" }
        return [
            LogLine(
                .error,
                "state",
                [
                    .text("what", "loop"), .text("duty", state.duty.rawValue),
                    .integer("seconds", (now - state.turnedAt).components.seconds),
                ]
            ),
            LogLine(
                .error,
                "state",
                [.text("what", "kafka consumer"), .text("duty", turning ?? "waiting for orders")]
            ),
        ]
    }
}
