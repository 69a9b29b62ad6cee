import Dispatch
import Glibc

/// SIGTERM and SIGINT, turned into requests to end in good order; the second one ends the process at once.
final class StopSignals {
    /// One element for the first signal.
    let requests: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// - Parameter onRequest: Called once, on a thread of its own, when the first signal comes.
    init(onRequest: @escaping @Sendable () -> Void = {}) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        requests = stream
        let queue = DispatchQueue(label: "signals")
        let count = Count()
        sources = [SIGTERM, SIGINT].map { number in
            // The default action would end us before the source hears of it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                count.signals += 1
                guard count.signals == 1 else { _exit(128 + number) }
                onRequest()
                continuation.yield()
            }
            source.activate()
            return source
        }
    }

    deinit { sources.forEach { $0.cancel() } }

    private final class Count: @unchecked Sendable {  // only the serial queue of the signals touches it
        var signals = 0
    }
}
