import FoundationEssentials
import Metrics
import Testing

@Suite struct ReadmeTests {
    @Test func `the README names every metric, and none that does not exist`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let words = Set(readme.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        let named = words.filter { $0.hasPrefix("consumption_") || $0.hasPrefix("process_") }
        #expect(named == Set(MetricCatalogue.all.map(\.name)))
    }
}
