import Configuration
import Dispatch
import Flow
import FoundationEssentials
import Glibc
import HTTPServer
import Metrics
import Synchronization
import Tracing

/// Brings spans to the collector: some time later, many at once, and never so that the caller waits.
///
/// What the collector does not take is not offered again: traces are for looking, and events go before them.
package final class SpanExporter: Sendable {
    private let queue = DispatchQueue(label: "spans")
    private let backlog = Guarded(SpanBacklog())
    private let collector: Collector
    private let source: SpanSource
    private let log: LogWriter
    private let clock: SystemClock
    /// When no request may be under way any more, on the monotonic clock in nanoseconds.
    private let endsAt = Atomic<Int64>(.max)

    /// How long a span waits at most for company.
    private static let interval = 5.0
    private static let longestRequest = Duration.seconds(10)

    /// - Parameter endpoint: Of the collector.
    init(to endpoint: ServiceURL, log: LogWriter, clock: SystemClock) {
        let userAgent = "\(Product.name)/\(Product.version)"
        collector = Collector(endpoint: endpoint.description, userAgent: userAgent)
        // A random UUID, as OpenTelemetry wants it.
        let instance = UUID().uuidString.lowercased()
        source = SpanSource(service: Product.name, version: Product.version, instance: instance)
        (self.log, self.clock) = (log, clock)
        sendRegularly()
    }

    /// What became of the spans so far.
    var totals: SpanBacklog.Totals { backlog.withLock { $0.totals } }

    /// Takes a span in.
    func export(_ span: Span) {
        let isTime = backlog.withLock { $0.add(span) }
        if isTime { queue.async { [self] in sendAll() } }
    }

    /// Sends what waits, as far as the limit lets it; nothing is sent after that.
    func end(within limit: Duration) async {
        endsAt.store((clock.now().instant + limit).nanoseconds, ordering: .relaxed)
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                sendAll()
                continuation.resume()
            }
        }
    }

    private func sendRegularly() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            self?.sendAll()
            self?.sendRegularly()
        }
    }

    /// Sends one request after the other, until nothing waits or one is not taken: then the collector gets a pause.
    private func sendAll() {
        while timeLeft > .zero {
            let batch = backlog.withLock { $0.takeBatch() }
            guard !batch.isEmpty, send(batch) else { return }
        }
    }

    private func send(_ batch: [Span]) -> Bool {
        let refused: Int
        do throws(CollectorError) {
            refused = try collector.take(source.request(with: batch), within: min(timeLeft, Self.longestRequest)) {
                [self] in
                timeLeft > .zero
            }
        } catch {
            if let change = backlog.withLock({ $0.fail(batch.count) }) { tell(change, because: error) }
            return false
        }
        if let change = backlog.withLock({ $0.succeed(batch.count, refused: refused) }) { tell(change, because: nil) }
        return true
    }

    private func tell(_ change: SpanBacklog.Change, because error: CollectorError?) {
        let place = LogLine.Field.text("collector", collector.url)
        switch change {
        case .works: log.write(LogLine(.info, "spans are exported again", [place]))
        case .fails:
            log.write(
                LogLine(
                    .warning,
                    "spans are not exported",
                    [
                        place, .text("cause", error?.reason ?? ""),
                        .text("next", "they are lost, no event waits for it; check tracing.endpoint and the collector"),
                    ]
                )
            )
        }
    }

    private var timeLeft: Duration {
        Instant(nanoseconds: endsAt.load(ordering: .relaxed)) - clock.now().instant
    }
}

extension WorkerMetrics {
    /// Takes over what became of the spans.
    mutating func record(_ spans: SpanBacklog.Totals) {
        self.spans.set(.exported, total: Double(spans.exported))
        self.spans.set(.dropped, total: Double(spans.dropped))
        self.spans.set(.failed, total: Double(spans.failed))
    }
}
