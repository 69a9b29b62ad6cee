import Metrics

/// The metrics and labels that a query in PromQL names.
struct NamesInQuery {
    /// What is wrong with them, going by the catalogue; empty when nothing is.
    let faults: [String]

    /// Labels that Prometheus adds.
    private static let added: Set = ["job", "instance"]

    init(_ query: String, legend: String = "") {
        let unquoted = query.replacing(/"(?:\\.|[^"\\])*"/, with: "\"\"")
        var (faults, known): ([String], Set<String>) = ([], Self.added)
        // A name before braces or brackets is a metric's, and so is one with our prefix wherever it stands.
        for match in unquoted.matches(of: /\b(\w+)(?:\{([^}]*)\}|\[)|\b((?:consumption|process)_\w+)/) {
            let name = String(match.output.1 ?? match.output.3 ?? "")
            guard let labels = Self.labels(of: name) else {
                faults.append("\(name) is not in the catalogue")
                continue
            }
            known.formUnion(labels)
            let used = (match.output.2 ?? "").matches(of: /(\w+)\s*(?:=~|!~|!=|=)/).map { String($0.output.1) }
            faults += Set(used).subtracting(labels).map { "\(name) has no label \($0)" }
        }
        let grouped = unquoted.matches(of: /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/)
            .flatMap { $0.output.1.split { $0 == "," || $0 == " " }.map(String.init) }
        let shown = legend.matches(of: /\{\{\s*(\w+)\s*\}\}/).map { String($0.output.1) }
        faults += Set(grouped + shown).subtracting(known).map { "no metric of the query has a label \($0)" }
        self.faults = faults
    }

    /// The labels that the series of this name have; `nil` when there are no such series.
    private static func labels(of name: String) -> Set<String>? {
        for metric in MetricCatalogue.all {
            let labels = Set(metric.labels).union(added)
            guard metric.kind == .histogram else {
                if metric.name == name { return labels }
                continue
            }
            if name == metric.name + "_bucket" { return labels.union(["le"]) }
            if name == metric.name + "_sum" || name == metric.name + "_count" { return labels }
        }
        return nil
    }
}
