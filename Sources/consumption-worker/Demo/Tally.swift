import ConsumptionRules
import Kafka
import Worker

/// The numbers of a finished demo, counted from what was seen from outside the worker.
struct Tally: Sendable {
    let produced: Int
    let accepted: Int
    let deadLettered: Int
    /// Nothing is seen of them from outside: the worker says how many there were.
    let duplicates: Int
    let requests: Int
    /// Dead letters by stage and first code.
    let reasons: [String: [String: Int]]
    /// Requests that had to be repeated, by what became of them.
    let retries: [DemoEvent.Stumble: Int]
    /// Those of them that the HTTP library repeated at once, unknown to the worker: a connection that has been used
    /// before may have been closed before the request arrived.
    let silentRetries: Int
    /// From the moment an event was produced to that at which the App Store had the request that it accepted, in order.
    let latencies: [Duration]

    init(_ evidence: Evidence) {
        let accepted = evidence.requests.filter { $0.status == 202 }
        produced = evidence.producedAt.count
        self.accepted = accepted.count
        deadLettered = evidence.deadLetters.count
        duplicates = evidence.counts.duplicates
        requests = evidence.requests.count
        let letters = Dictionary(grouping: evidence.deadLetters) { $0.text(of: "dlq.stage") }
        reasons = letters.mapValues { letters in
            Dictionary(letters.map { ($0.text(of: "dlq.reason"), 1) }, uniquingKeysWith: +)
        }
        retries = Dictionary(evidence.requests.compactMap(\.stumble).map { ($0, 1) }, uniquingKeysWith: +)
        silentRetries = max(0, retries.values.reduce(0, +) - evidence.counts.retries)
        latencies = Self.latencies(evidence, accepted)
    }

    /// Requests that were refused for good.
    var refused: Int { requests - accepted - retries.values.reduce(0, +) }

    /// The latency within which this share (0…1) of the accepted events stayed; nil when there were none.
    func latency(_ share: Double) -> Duration? {
        guard !latencies.isEmpty else { return nil }
        let rank = Int((share * Double(latencies.count)).rounded(.up))
        return latencies[min(max(rank, 1), latencies.count) - 1]
    }

    private static func latencies(_ evidence: Evidence, _ accepted: [DemoRequest]) -> [Duration] {
        let first = zip(evidence.events, evidence.producedAt).map { ($0.purchase.transactionID, $1) }
        let producedAt = Dictionary(first) { earlier, _ in earlier }
        return accepted.compactMap { request in
            producedAt[request.transactionID].map { request.time - $0 }
        }
        .sorted()
    }
}

extension DemoRequest {
    /// Why it had to be repeated; nil when the answer was final.
    fileprivate var stumble: DemoEvent.Stumble? {
        switch status {
        case nil: .droppedConnection
        case 401: .refusedToken
        case 429: .rateLimit
        case let status? where status >= 500: .serverError
        default: nil
        }
    }
}
