import Foundation
import TestSupport

/// A real Prometheus in a process of its own, which scrapes workers once a second and watches the shipped alerts.
final class PrometheusProcess: Sendable {
    private let process: ChildProcess
    private let directory: TemporaryDirectory
    private let url: String

    /// One series of an answer, with its value at the time of the query.
    struct Sample: Sendable {
        let labels: [String: String]
        let value: Double
    }

    /// Starts it and waits until it answers.
    ///
    /// - Parameter endpoints: Of workers, such as `http://127.0.0.1:9464`.
    init(scraping endpoints: [String]) async throws {
        directory = try TemporaryDirectory()
        let targets = endpoints.map { "'\($0.dropFirst("http://".count))'" }
        let configuration = """
            global: { scrape_interval: 1s, evaluation_interval: 1s }
            rule_files: ['\(ShippedFile.url("ops/prometheus/alerts.yaml").path())']
            scrape_configs:
              - job_name: consumption-worker
                static_configs: [{ targets: [\(targets.joined(separator: ", "))] }]
            """
        let file = try directory.write(configuration.utf8, to: "prometheus.yml")
        let port = freePort()
        url = "http://127.0.0.1:\(port)"
        process = try ChildProcess(
            "prometheus",
            [
                "--config.file=\(file)", "--storage.tsdb.path=\(directory.file("data"))",
                "--web.listen-address=127.0.0.1:\(port)", "--enable-feature=exemplar-storage", "--log.level=error",
            ]
        )
        guard try await waitUntilListening(on: port), try await isReady() else {
            process.end()
            throw PrometheusFailed(reason: await process.wait().output.joined(separator: "\n"))
        }
    }

    /// Waits until it answers queries, which is some time after it listens; false when it does not within 20 seconds.
    private func isReady() async throws -> Bool {
        let ask = ["-sS", "--fail", "--retry", "100", "--retry-delay", "1", "--retry-max-time", "20", "\(url)/-/ready"]
        return try await ChildProcess("curl", ask).wait().status == 0
    }

    /// What a query gives now; throws when Prometheus cannot read it.
    func query(_ query: String) async throws -> [Sample] {
        let answer = try await ask("query", ["query": query], for: Answer<Instant>.self)
        return (answer.data?.result ?? []).map { Sample(labels: $0.metric, value: Double($0.value.text) ?? .nan) }
    }

    /// The value of a query with one series; `nil` when there is none.
    func value(of query: String) async throws -> Double? { try await self.query(query).first?.value }

    /// The traces that stand at series of this name.
    func traces(of series: String) async throws -> Set<String> {
        let now = Date().timeIntervalSince1970
        let parameters = ["query": series, "start": "\(now - 3600)", "end": "\(now + 60)"]
        let answer = try await ask("query_exemplars", parameters, for: Answer<[Exemplars]>.self)
        return Set((answer.data ?? []).flatMap(\.exemplars).compactMap { $0.labels["trace_id"] })
    }

    /// The health of each alert by its name: `ok` when its expression could be evaluated.
    func alertHealth() async throws -> [String: String] {
        let answer = try await ask("rules", [:], for: Answer<RuleGroups>.self)
        return Dictionary((answer.data?.groups ?? []).flatMap(\.rules).map { ($0.name, $0.health) }) { $1 }
    }

    private func ask<T: Decodable>(_ path: String, _ parameters: [String: String], for: Answer<T>.Type) async throws
        -> Answer<T>
    {
        let fields = parameters.flatMap { ["--data-urlencode", "\($0)=\($1)"] }
        let text = try await ChildProcess.output(of: "curl", ["-sS", "-G", "\(url)/api/v1/\(path)"] + fields)
        let answer = try JSONDecoder().decode(Answer<T>.self, from: Data(text.utf8))
        guard answer.status == "success" else { throw PrometheusFailed(reason: answer.error ?? text) }
        return answer
    }
}

/// Why Prometheus does not run, or does not answer a query.
struct PrometheusFailed: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}

/// What Prometheus answers.
///
/// <https://prometheus.io/docs/prometheus/2.42/querying/api/>
private struct Answer<Content: Decodable>: Decodable {
    let status: String
    let error: String?
    let data: Content?
}

private struct Instant: Decodable {
    struct Series: Decodable {
        let metric: [String: String]
        let value: TimedText
    }

    let result: [Series]
}

/// A pair of the time as a number and the value as a text.
private struct TimedText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        _ = try pair.decode(Double.self)
        text = try pair.decode(String.self)
    }
}

private struct Exemplars: Decodable {
    struct Exemplar: Decodable {
        let labels: [String: String]
    }

    let exemplars: [Exemplar]
}

private struct RuleGroups: Decodable {
    struct Group: Decodable {
        let rules: [Rule]
    }

    struct Rule: Decodable {
        let name: String
        let health: String
    }

    let groups: [Group]
}
