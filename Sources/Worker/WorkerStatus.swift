package import Metrics

/// What the loop tells whoever counts.
package struct WorkerStatus: Sendable {
    package var metrics: WorkerMetrics
    /// The latest statistics of librdkafka, as it wrote them; `nil` before the first.
    package var kafkaStatistics: String?
    /// What keeps the worker from doing its work; empty when it is ready.
    package var unreadiness: [String]
}
