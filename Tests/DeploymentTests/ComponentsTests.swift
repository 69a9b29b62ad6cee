import FoundationEssentials
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct ComponentsTests {
    /// The list for the program that was built with the tests, as if it were always the same moment.
    private func list() async throws -> String {
        let variables = ["SOURCE_DATE_EPOCH": "1800000000"]
        let child = try ChildProcess(
            Repository.path("ops/components"),
            [WorkerBinary.path],
            variables: variables
        )
        let (status, lines) = await child.wait()
        #expect(status == 0, "\(lines)")
        return lines.joined(separator: "\n")
    }

    private func faults(in text: String) async throws -> [String] {
        let directory = try TemporaryDirectory()
        let file = try directory.write(text.utf8, to: "components.json")
        return try await Repository.faults(by: "check_components.py", Repository.path("ops/lib/runtime_packages"), file)
    }

    @Test func `the list fits the schema of CycloneDX, names every package with its licence, and is the same again`()
        async throws
    {
        let text = try await list()
        #expect(try await faults(in: text) == [])
        #expect(text.contains("\"timestamp\": \"2027-01-15T08:00:00Z\""))
        #expect(try await list() == text)
    }

    @Test func `people are told the licence of every package`() throws {
        let rows = try Repository.text("ops/README.md").split(separator: "\n").filter { $0.hasPrefix("|") }
        for package in try Repository.text("ops/lib/runtime_packages").split(separator: "\n") {
            #expect(rows.contains { $0.contains("`\(package)`") && !$0.hasSuffix("| |") }, "\(package)")
        }
    }

    @Test func `what is wrong is found`() async throws {
        let text = try await list()
        let broken = [
            ("\"specVersion\"", "\"specVersions\"", "'specVersion' is a required property"),
            ("\"Apache-2.0\"", "\"Apache-2\"", "is not valid under any of the given schemas"),
            ("\"name\": \"librdkafka1\"", "\"name\": \"librdkafka\"", "librdkafka1 is missing"),
            ("\"ref\": \"pkg:deb/debian/libssl3", "\"ref\": \"pkg:deb/debian/libssl1", "is no component"),
        ]
        for (right, wrong, fault) in broken {
            let found = try await faults(in: text.replacing(right, with: wrong))
            #expect(found.contains { $0.contains(fault) }, "\(wrong): \(found)")
        }
    }
}
