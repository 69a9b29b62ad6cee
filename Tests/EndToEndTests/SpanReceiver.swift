import Foundation
import TestSupport

/// A collector for spans in a process of its own.
struct SpanReceiver {
    enum Conduct: String {
        case take, refuse, hang
    }

    /// A span as it came.
    struct Span {
        let traceID: String
        let parentID: String?
        let kind: Int
        let seconds: Double
        let isFailed: Bool
        /// Integers as OTLP writes them: in text.
        let attributes: [String: String]

        fileprivate init?(_ json: [String: Any]) {
            guard let traceID = json["traceId"] as? String, let kind = json["kind"] as? Int,
                let start = (json["startTimeUnixNano"] as? String).flatMap(Double.init),
                let end = (json["endTimeUnixNano"] as? String).flatMap(Double.init)
            else { return nil }
            (self.traceID, self.kind, seconds) = (traceID, kind, (end - start) / 1e9)
            parentID = json["parentSpanId"] as? String
            isFailed = (json["status"] as? [String: Any])?["code"] as? Int == 2
            let facts = (json["attributes"] as? [[String: Any]] ?? []).compactMap { attribute -> (String, String)? in
                let value = attribute["value"] as? [String: Any]
                guard let key = attribute["key"] as? String,
                    let text = (value?["stringValue"] ?? value?["intValue"]) as? String
                else { return nil }
                return (key, text)
            }
            attributes = Dictionary(facts) { $1 }
        }
    }

    let endpoint: String
    private let process: ChildProcess

    init() async throws {
        let port = freePort()
        endpoint = "http://127.0.0.1:\(port)"
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "span_receiver.py").path()
        process = try ChildProcess(testPython(), [script, "\(port)"])
        guard await process.line(containing: "receiving") != nil else {
            throw ReceiverEnded(status: await process.wait().status)
        }
    }

    func change(to conduct: Conduct) async throws {
        _ = try await ChildProcess.output(of: "curl", ["-fsS", "-X", "PUT", "\(endpoint)/\(conduct.rawValue)"])
    }

    /// All that it took, as one text.
    func text() async throws -> String { try await ChildProcess.output(of: "curl", ["-fsS", endpoint]) }

    /// The spans that it took, of the service that they ought to come from.
    func spans() async throws -> [Span] {
        let requests = try await JSONSerialization.jsonObject(with: Data(text().utf8)) as? [[String: Any]] ?? []
        return requests.flatMap { Self.list("resourceSpans", of: $0) }
            .flatMap { Self.list("scopeSpans", of: $0) }
            .flatMap { Self.list("spans", of: $0) }
            .compactMap(Span.init)
    }

    private static func list(_ name: String, of object: [String: Any]) -> [[String: Any]] {
        object[name] as? [[String: Any]] ?? []
    }
}

/// The receiver did not start.
struct ReceiverEnded: Error {
    let status: Int32
}
