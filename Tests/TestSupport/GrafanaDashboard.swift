import FoundationEssentials

/// A dashboard as Grafana writes it down, as far as tests look at it.
package struct GrafanaDashboard: Decodable, Sendable {
    /// A query of a panel.
    package struct Target: Decodable, Sendable {
        /// In PromQL, with Grafana's variables.
        package let expr: String
        package let legendFormat: String?

        /// The query with a value for each of the variables.
        package var query: String {
            expr.replacing("$__rate_interval", with: "15s").replacing("$job", with: ".+").replacing("$app", with: ".+")
        }
    }

    /// A row, or what stands in one.
    package struct Panel: Decodable, Sendable {
        package let type: String
        package let title: String
        package let description: String?
        package let targets: [Target]?
    }

    package let title: String
    package let panels: [Panel]

    /// The dashboard that is shipped.
    package static func shipped() throws -> GrafanaDashboard {
        try JSONDecoder().decode(GrafanaDashboard.self, from: Data(ShippedFile.bytes("ops/grafana/dashboard.json")))
    }
}
