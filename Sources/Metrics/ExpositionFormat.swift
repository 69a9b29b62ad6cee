/// The text formats in which metrics are written.
package enum ExpositionFormat: Sendable, CaseIterable {
    /// What every Prometheus reads: <https://prometheus.io/docs/instrumenting/exposition_formats/>
    case text
    /// With units and exemplars:
    /// <https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md>
    case openMetrics

    /// The format for a client that sent this header field `Accept`; `nil` when it sent none.
    ///
    /// OpenMetrics only for those who name it and do not like plain text better.
    package init(accept: String?) {
        let ranges = (accept ?? "").split(separator: ",").map { MediaRange($0) }
        let openMetrics = ranges.filter(\.isOpenMetrics).map(\.quality).max() ?? 0
        let plain = ranges.filter(\.isPlainText).map(\.quality).max() ?? 0
        self = openMetrics > 0 && openMetrics >= plain ? .openMetrics : .text
    }

    /// The `Content-Type` to serve it with.
    package var contentType: String {
        switch self {
        case .text: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}

/// One entry of a header field `Accept`.
///
/// <https://www.rfc-editor.org/rfc/rfc9110#field.accept>
private struct MediaRange {
    private let type: String
    private let parameters: [String: String]

    init(_ text: Substring) {
        let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        type = parts.first ?? ""
        let pairs = parts.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        parameters = Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    var isOpenMetrics: Bool {
        type == "application/openmetrics-text" && ["1.0.0", nil].contains(parameters["version"])
    }

    var isPlainText: Bool { ["text/plain", "text/*", "*/*"].contains(type) }

    /// 0 is "not at all".
    var quality: Double { parameters["q"].map { Double($0) ?? 0 } ?? 1 }
}
