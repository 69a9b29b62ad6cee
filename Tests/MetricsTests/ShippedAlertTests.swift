import FoundationEssentials
import TestSupport
import Testing

@Suite struct ShippedAlertTests {
    private struct Alert {
        let name: String
        let expression: String
        let severity: String?
        let summary: String?
        let runbook: String?

        init(_ rule: YAMLTree) {
            name = rule["alert"]?.text ?? ""
            expression = rule["expr"]?.text ?? ""
            severity = rule["labels"]?["severity"]?.text
            summary = rule["annotations"]?["summary"]?.text
            runbook = rule["annotations"]?["runbook_url"]?.text
        }
    }

    private let alerts: [Alert]

    init() throws {
        let rules = try YAMLTree(ShippedFile.bytes("ops/prometheus/alerts.yaml"))
        alerts = (rules["groups"]?.elements ?? []).flatMap { $0["rules"]?.elements ?? [] }.map { Alert($0) }
        #expect(!alerts.isEmpty && alerts.allSatisfy { !$0.name.isEmpty && !$0.expression.isEmpty })
    }

    @Test func `promtool sees each alert fire and keep silent as its cases say`() async throws {
        let file = ShippedFile.url("ops/prometheus/alerts_test.yaml").path()
        let (status, output) = try await ChildProcess("promtool", ["test", "rules", file]).wait()
        #expect(status == 0, "\(output.joined(separator: "\n"))")
    }

    @Test func `every alert has a case in which it fires and one in which it is silent`() throws {
        let tests = try YAMLTree(ShippedFile.bytes("ops/prometheus/alerts_test.yaml"))
        let cases = (tests["tests"]?.elements ?? []).flatMap { $0["alert_rule_test"]?.elements ?? [] }
        for kind in [true, false] {
            let named = cases.filter { ($0["exp_alerts"]?.elements.isEmpty ?? true) == kind }
            #expect(Set(named.compactMap { $0["alertname"]?.text }) == Set(alerts.map(\.name)), "silent: \(kind)")
        }
    }

    @Test func `alerts name metrics and labels of the catalogue only`() {
        for alert in alerts { #expect(NamesInQuery(alert.expression).faults == [], "\(alert.name)") }
    }

    @Test
    func `every alert has a severity, a sentence and its own section of the runbook, and no section is left over`()
        throws
    {
        let runbook = try ShippedFile.text("ops/runbook.md")
        let sections = runbook.split(separator: "\n").filter { $0.hasPrefix("### Consumption") }.map { $0.dropFirst(4) }
        #expect(sections.map(String.init) == alerts.map(\.name))
        for alert in alerts {
            #expect(["page", "warning"].contains(alert.severity), "\(alert.name)")
            #expect(alert.summary?.hasSuffix(".") == true, "\(alert.name)")
            #expect(alert.runbook == "ops/runbook.md#\(alert.name.lowercased())")
        }
    }
}
