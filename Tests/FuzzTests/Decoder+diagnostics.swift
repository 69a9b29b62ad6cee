import Kafka
import Metrics

@testable import AppStoreServer
@testable import Tracing
@testable import Worker

extension Decoder {
    /// What a collector of traces answers.
    static let collector = Decoder(name: "collector") { bytes in
        var backlog = SpanBacklog()
        _ = backlog.succeed(512, refused: PartialSuccess(reading: bytes).rejectedSpans)
        let totals = backlog.totals
        return firstComplaint([
            ("a count that cannot be", totals.failed >= 0 && totals.exported >= 0),
            ("spans that are lost", totals.failed + totals.exported == 512),
        ])
    }

    /// What librdkafka says of the cluster, with the names and numbers that brokers give.
    static let statistics = Decoder(name: "statistics") { bytes in
        guard let statistics = KafkaStatistics(json: String(decoding: bytes, as: UTF8.self)) else { return nil }
        var metrics = WorkerMetrics(build: BuildLabels(version: "1", librdkafka: "2"))
        metrics.record(statistics)
        let lines = String(decoding: metrics.exposition(.text).bytes, as: UTF8.self).split(separator: "\n")
        return lines.allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("consumption_") || $0.hasPrefix("process_") }
            ? nil : "a line that is no metric"
    }

    /// A file of the key folder.
    static let signingKey = Decoder(name: "signing-key") { bytes in
        do throws(SigningKeyError) {
            let key = try SigningKey(pem: bytes)
            let signature = try? key.signature(of: bytes)  // nil is a complaint
            return signature?.count == 64 ? nil : "a key that does not sign"
        } catch {
            return "\(error)".isPlainLine ? nil : "a complaint that is more than a line"
        }
    }
}
