/// What the worker counts, read from its own metrics.
struct WorkerCounts: Hashable, Sendable {
    private(set) var accepted = 0
    private(set) var deadLettered = 0
    private(set) var duplicates = 0
    /// Attempts that failed and are repeated.
    private(set) var retries = 0

    /// Events that have come to their end.
    var finished: Int { accepted + deadLettered + duplicates }

    init() {}

    /// Reads Prometheus' text format, as anybody would who scrapes the worker.
    init(metrics: [UInt8]) {
        for line in metrics.split(separator: UInt8(ascii: "\n")) {
            let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard parts.count == 2, let value = Int(parts[1]) else { continue }
            switch parts[0] {
            case #"consumption_events_total{outcome="accepted"}"#: accepted = value
            case #"consumption_events_total{outcome="dead_lettered"}"#: deadLettered = value
            case #"consumption_events_total{outcome="duplicate"}"#: duplicates = value
            case let series where series.hasPrefix("consumption_retries_total{"): retries += value
            default: break
            }
        }
    }
}
