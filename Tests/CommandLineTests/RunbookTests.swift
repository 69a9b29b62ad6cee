import TestSupport
import Testing

@testable import consumption_worker

@Suite struct RunbookTests {
    /// The sections of the runbook by their titles.
    private let sections: [Substring: Substring]

    init() throws {
        let parts = try ShippedFile.text("ops/runbook.md").split(separator: "\n### ").dropFirst()
        sections = Dictionary(uniqueKeysWithValues: parts.map { ($0.prefix { $0 != "\n" }, $0) })
    }

    @Test func `every exit code has its section`() {
        let expected = ExitCode.allCases.map { "Exit code \($0.rawValue)" }
        #expect(Set(sections.keys.filter { $0.hasPrefix("Exit code ") }) == Set(expected.map { $0[...] }))
    }

    @Test func `every section says what it means, how to see it, what to do and what to leave alone`() {
        for (title, text) in sections {
            let parts = text.matches(of: /\n- \*\*(\w+):\*\*/).map { String($0.output.1) }
            #expect(parts == ["Means", "See", "Do", "Leave"], "\(title)")
        }
    }
}
