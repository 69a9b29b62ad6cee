import ConsumptionRules
import TestSupport
import Testing

/// The real program; each run gets a directory of its own for temporary files, to see that nothing stays in it.
@Suite(.timeLimit(.minutes(3))) struct DemoTests {
    private let temporary: TemporaryDirectory
    private let variables: [String: String]

    init() throws {
        temporary = try TemporaryDirectory()
        variables = ["TMPDIR": temporary.path]
    }

    private func leftovers() async throws -> String {
        try await ChildProcess.output(of: "ls", ["-A", temporary.path])
    }

    /// The number at the beginning of a row of the summary.
    private func number(_ name: String, _ run: CommandRun) throws -> Int {
        let row = try #require(run.output.first { $0.hasPrefix("  \(name) ") })
        return try #require(Int(row.dropFirst(name.count + 2).split(separator: " ")[0].filter { $0 != "," }))
    }

    @Test func `it ends by itself, everything adds up, and nothing stays behind`() async throws {
        let run = try await CommandRun(["demo"], variables: variables)
        #expect(run.status == 0)
        #expect(run.errors == [])
        #expect(run.output.contains("  Everything adds up."))
        #expect(run.output.count { $0.hasPrefix("    yes  ") } == 4)
        let accepted = try number("Accepted", run)
        let deadLettered = try number("Dead-lettered", run)
        let duplicates = try number("Duplicates", run)
        #expect(try number("Produced", run) == 1_000)
        #expect(accepted + deadLettered + duplicates == 1_000)
        #expect(deadLettered > 200)
        #expect(duplicates == 30)
        let reasons = run.output.compactMap { $0.wholeMatch(of: /\s+(\d+)  [A-Za-z]+Error/).flatMap { Int($0.1) } }
        #expect(reasons.reduce(0, +) == deadLettered)
        #expect(reasons.count == ViolationCode.allCases.count + 2)
        #expect(try number("Requests", run) > accepted)
        #expect(run.output.allSatisfy { $0.count <= 80 })
        #expect(!run.output.contains { $0.contains("\u{1B}") || $0.contains("\r") })
        #expect(try await leftovers() == "")
    }

    @Test(arguments: ["joins its consumer group", "  produced "])
    func `a signal in the middle ends it in good order`(moment: String) async throws {
        let demo = try ChildProcess(WorkerBinary.path, ["demo"], variables: variables)
        _ = try #require(await demo.line(containing: moment))
        demo.end()
        let (status, output) = await demo.wait()
        #expect(status == 0)
        #expect(output.last == "  Stopped before the end, in good order.")
        #expect(try await leftovers() == "")
    }

    @Test func `--keep-running leaves the worker up until a signal`() async throws {
        let demo = try ChildProcess(WorkerBinary.path, ["demo", "--keep-running"], variables: variables)
        let line = try #require(await demo.line(containing: "  Page "))
        let url = try #require(line.split(separator: " ").last)
        _ = try #require(await demo.line(containing: "  README.md "))
        let metrics = try await ChildProcess.output(of: "curl", ["-sS", url + "metrics"])
        #expect(metrics.contains(#"consumption_events_total{outcome="duplicate"} 30"#))
        demo.end()
        let (status, output) = await demo.wait()
        #expect(status == 0)
        #expect(output == [])
        #expect(try await leftovers() == "")
    }
}
