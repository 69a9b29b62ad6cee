package import HTTPServer
import Kafka
import Metrics

/// What the worker answers over HTTP: the status page and its data, metrics for Prometheus, and the two probes.
package struct Endpoint: Sendable {
    private let desk: StatusDesk
    private let liveness: Liveness
    private let admission: Admission
    private static let patience = Duration.seconds(5)

    package init(desk: StatusDesk, liveness: Liveness, admission: Admission = .everybody) {
        self.desk = desk
        self.liveness = liveness
        self.admission = admission
    }

    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" else {
            return text(405, "only GET is answered here\n", [HTTPField("Allow", "GET, HEAD")])
        }
        switch admission.verdict(on: request) {
        case .admitted: break
        case .withoutToken:
            let challenge = HTTPField("WWW-Authenticate", "Bearer realm=\"consumption-worker\"")
            return text(401, "this needs a bearer token, of those in http.tokenFile\n", [challenge])
        case .withoutCertificate:
            return text(403, "this needs a client's certificate, signed by the authority in http.clientCAFile\n")
        }
        switch request.path {
        case "/": return page()
        case "/status.json": return statusJSON()
        case "/metrics": return metrics(ExpositionFormat(accept: request.headers.value(of: "Accept")))
        case "/healthz": return probe(liveness.checks(patience: Self.patience))
        case "/readyz": return probe(readiness)
        default: return text(404, "there are /, /status.json, /metrics, /healthz and /readyz\n")
        }
    }

    private func metrics(_ format: ExpositionFormat) -> HTTPResponse {
        guard let status = desk.ask(within: Self.patience) else {
            return silence
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

    private func page() -> HTTPResponse {
        guard let status = desk.picture(within: Self.patience) else { return silence }
        let nonce = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        let fields = [
            HTTPField("Content-Type", "text/html; charset=utf-8"),
            HTTPField("Content-Security-Policy", StatusPage.policy(nonce: nonce)),
            HTTPField("Referrer-Policy", "no-referrer"),
        ]
        let body = StatusPage(status, nonce: nonce).bytes
        return HTTPResponse(status: 200, headers: fields + Self.uncached, body: body)
    }

    private func statusJSON() -> HTTPResponse {
        guard let status = desk.picture(within: Self.patience) else { return silence }
        let fields = [HTTPField("Content-Type", "application/json")]
        return HTTPResponse(status: 200, headers: fields + Self.uncached, body: status.json)
    }

    private static let uncached = [
        HTTPField("Cache-Control", "no-store"), HTTPField("X-Content-Type-Options", "nosniff"),
    ]

    private var silence: HTTPResponse { text(503, "the loop does not answer\n") }

    private var readiness: [ProbeCheck] {
        let silent = ProbeCheck(name: "loop", reasons: ["the loop does not answer"], age: desk.silence)
        return desk.readiness(within: Self.patience) ?? [silent]
    }

    private func probe(_ checks: [ProbeCheck]) -> HTTPResponse {
        HTTPResponse(
            status: checks.reasons.isEmpty ? 200 : 503,
            headers: [HTTPField("Content-Type", "application/json")],
            body: checks.json
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
