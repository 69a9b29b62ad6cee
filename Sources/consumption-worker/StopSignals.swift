import Dispatch
import Glibc

/// SIGTERM and SIGINT, turned into requests to end in good order; the second one ends the process at once.
final class StopSignals {
    private let state = State()
    private let queue = DispatchQueue(label: "signals")
    private let sources: [any DispatchSourceSignal]

    /// - Parameter onRequest: Called once, on a thread of its own, when the first signal comes.
    init(onRequest: @escaping @Sendable () -> Void = {}) {
        state.onRequest = onRequest
        sources = [SIGTERM, SIGINT].map { [state, queue] number in
            // The default action would end us before the source hears of it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { state.take(number) }
            source.activate()
            return source
        }
    }

    deinit { sources.forEach { $0.cancel() } }

    /// One element for the first signal, also when that came before; a later stream takes the place of this one.
    var requests: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        queue.sync {
            state.requests = continuation
            if state.signals > 0 { continuation.yield() }
        }
        return stream
    }

    /// Has another function called when the first signal comes, or now if it came before.
    func onRequest(_ function: @escaping @Sendable () -> Void) {
        queue.sync {
            state.onRequest = function
            if state.signals > 0 { function() }
        }
    }

    private final class State: @unchecked Sendable {  // only the serial queue of the signals touches it
        var signals = 0
        var onRequest: @Sendable () -> Void = {}
        var requests: AsyncStream<Void>.Continuation?

        func take(_ number: Int32) {
            signals += 1
            guard signals == 1 else { _exit(128 + number) }
            onRequest()
            requests?.yield()
        }
    }
}
