import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServiceUnitTests {
    private let unit = Repository.path("ops/systemd/consumption-worker.service")

    @Test func `systemd rates what the service may do at 2 of 10 or less`() async throws {
        // The threshold counts tenths; a rating above it ends with 1.
        let arguments = ["security", "--offline=true", "--no-pager"]
        let (status, output) = try await Repository.run("systemd-analyze", arguments + ["--threshold=20", unit])
        #expect(status == 0, "\(output.last ?? "")")
        #expect(output.contains { $0.contains("Overall exposure level for consumption-worker.service") })
    }

    @Test func `systemd knows every line of it`() async throws {
        let directory = try TemporaryDirectory()
        let installed = try Repository.text("ops/systemd/consumption-worker.service")
            .replacing("/usr/local/bin/consumption-worker", with: try WorkerBinary.path)
        let copy = try directory.write(installed.utf8, to: "consumption-worker.service")
        let (status, output) = try await Repository.run("systemd-analyze", ["verify", copy])
        #expect(status == 0)
        #expect(output == [])
        let broken = try directory.write(installed.replacing("KillMode=", with: "KilMode=").utf8, to: "broken.service")
        #expect(
            try await Repository.run("systemd-analyze", ["verify", broken]).output.contains { $0.contains("KilMode") }
        )
    }

    @Test func `it waits longer than the worker takes to end, and leaves to a person what a restart cannot mend`()
        throws
    {
        let lines = try Repository.text("ops/systemd/consumption-worker.service").split(separator: "\n")
        let limit = try #require(lines.firstMatch("TimeoutStopSec=").flatMap { Int($0.dropLast()) })
        // The default of shutdown.grace, and the two seconds after which a worker that hangs ends itself.
        #expect(limit >= 32 + 5)
        #expect(lines.firstMatch("RestartPreventExitStatus=") == "64 69 75 77 78")
    }
}

extension [Substring] {
    /// What follows the words in the line that begins with them.
    fileprivate func firstMatch(_ words: String) -> Substring? {
        first { $0.hasPrefix(words) }?.dropFirst(words.count)
    }
}
