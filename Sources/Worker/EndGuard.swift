internal import Dispatch
internal import Flow
internal import HTTPServer

/// Sees to it that the process ends: when the end takes too long it says which step hangs, and ends the process by force.
package final class EndGuard: Sendable {
    /// The steps of the end, in their order.
    package enum Step: String, Sendable {
        case finishing = "finishing what is in flight and committing it"
        case leavingGroup = "leaving the consumer group"
        case exportingSpans = "exporting the last spans"
        case closingConnections = "closing the connections to the App Store"
        case closingEndpoint = "closing the HTTP endpoint"
        case releasingKafka = "letting go of librdkafka's clients"
    }

    private struct State: Sendable {
        var step = Step.finishing
        var isArmed = false
        var isOver = false
    }

    private let state = Guarded(State())
    private let limit: Duration
    private let log: LogWriter
    private let exit: @Sendable () -> Never

    /// - Parameter limit: How long the whole end may take.
    /// - Parameter exit: Ends the process at once, without any of its destructors.
    package init(limit: Duration, log: LogWriter, exit: @escaping @Sendable () -> Never) {
        self.limit = limit
        self.log = log
        self.exit = exit
    }

    /// The end has begun; the limit runs from the first call on.
    package func arm() {
        let isFirst = state.withLock { state in
            defer { state.isArmed = true }
            return !state.isArmed
        }
        guard isFirst else { return }
        DispatchQueue(label: "end").asyncAfter(deadline: .now() + .nanoseconds(Int(limit.nanoseconds))) { [self] in
            let (step, isOver) = state.withLock { ($0.step, $0.isOver) }
            guard !isOver else { return }
            log.write(
                LogLine(
                    .error,
                    "not ended in time",
                    [.text("blocked", step.rawValue), .text("next", "the process ends now, by force")]
                )
            )
            log.flush()
            exit()
        }
    }

    /// The end has come, in time: the process may go on.
    package func disarm() {
        state.withLock { $0.isOver = true }
    }

    /// The end has come as far as this step.
    package func enter(_ step: Step) {
        state.withLock { $0.step = step }
        arm()
    }
}
