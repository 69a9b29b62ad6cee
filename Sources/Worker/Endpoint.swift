import ConsumptionRules
package import HTTPServer
import Kafka
import Metrics

/// What the worker answers over HTTP: metrics for Prometheus, and the two probes.
package struct Endpoint: Sendable {
    private let desk: StatusDesk
    private let liveness: Liveness
    private static let patience = Duration.seconds(5)

    package init(desk: StatusDesk, liveness: Liveness) {
        self.desk = desk
        self.liveness = liveness
    }

    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" else {
            return text(405, "only GET is answered here\n", [HTTPField("Allow", "GET, HEAD")])
        }
        switch request.path {
        case "/metrics": return metrics(ExpositionFormat(accept: request.headers.value(of: "Accept")))
        case "/healthz": return probe(liveness.faults(patience: Self.patience))
        case "/readyz": return probe(unreadiness())
        default: return text(404, "there are /metrics, /healthz and /readyz\n")
        }
    }

    private func metrics(_ format: ExpositionFormat) -> HTTPResponse {
        guard let status = desk.ask(within: Self.patience) else {
            return text(503, "the loop does not answer\n")
        }
        var metrics = status.metrics
        metrics.record(desk.spent)
        if let statistics = status.kafkaStatistics.flatMap(KafkaStatistics.init(json:)) { metrics.record(statistics) }
        return HTTPResponse(
            status: 200,
            headers: [HTTPField("Content-Type", format.contentType)],
            body: metrics.exposition(format).bytes
        )
    }

    private func unreadiness() -> [String] {
        desk.ask(within: Self.patience)?.unreadiness ?? ["the loop does not answer"]
    }

    private func probe(_ reasons: [String]) -> HTTPResponse {
        var body: [UInt8] = []
        JSONWriter.append(to: &body) { writer in
            writer.object { writer in
                writer.member("status", reasons.isEmpty ? "ok" : "unavailable")
                writer.key("reasons")
                writer.array { writer in reasons.forEach { writer.value($0) } }
            }
        }
        body.append(UInt8(ascii: "\n"))
        return HTTPResponse(
            status: reasons.isEmpty ? 200 : 503,
            headers: [HTTPField("Content-Type", "application/json")],
            body: body
        )
    }

    private func text(_ status: UInt16, _ text: String, _ headers: [HTTPField] = []) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: headers + [HTTPField("Content-Type", "text/plain; charset=utf-8")],
            body: Array(text.utf8)
        )
    }
}
