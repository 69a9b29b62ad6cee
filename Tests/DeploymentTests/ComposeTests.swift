import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct ComposeTests {
    private func faults(of file: String) async throws -> [String] {
        let schema = try #require(getenv("TEST_COMPOSE_SCHEMA"), "ops/test sets TEST_COMPOSE_SCHEMA")
        return try await Repository.faults(by: "check_compose.py", String(cString: schema), file)
    }

    @Test func `the file fits the schema, and what it mounts is there`() async throws {
        #expect(try await faults(of: Repository.path("ops/compose/compose.yaml")) == [])
    }

    static let broken = [
        ("  worker:\n", "  worker:\n    imag: x\n", "'imag' does not match"),
        ("kafka:4.1.0", "kafka:latest", "names no version"), ("./prometheus.yaml", "./prom.yaml", "there is no ./prom"),
        ("127.0.0.1:9090", "9090", "is open to other machines"), ("keys: { cond", "key: { cond", "no service key"),
    ]

    @Test(arguments: broken)
    func `what is wrong is found`(text: String, other: String, fault: String) async throws {
        let directory = try TemporaryDirectory()
        let copy = try Repository.copy(
            of: "ops/compose",
            in: directory,
            replacing: text,
            with: other,
            in: "compose.yaml"
        )
        let faults = try await faults(of: copy + "/compose.yaml")
        #expect(faults.contains { $0.contains(fault) }, "\(faults)")
    }

    @Test func `Prometheus takes its configuration`() async throws {
        let file = Repository.path("ops/compose/prometheus.yaml")
        let (status, output) = try await Repository.run("promtool", ["check", "config", "--syntax-only", file])
        #expect(status == 0, "\(output)")
    }

    @Test func `the events that it writes are valid, each with its transaction as its key`() async throws {
        let directory = try TemporaryDirectory()
        let (status, lines) = try await Repository.run(Repository.path("ops/compose/write-events"), ["20"])
        #expect(status == 0)
        let records = lines.map { $0.split(separator: "\t") }
        #expect(records.count == 20)
        #expect(records.allSatisfy { $0.count == 2 && $0[1].contains("\"transactionId\": \"\($0[0])\"") })
        #expect(Set(records.map(\.[0])).count == 20)
        let events = try directory.write(records.map { $0[1] + "\n" }.joined().utf8, to: "events.jsonl")
        let verdict = try await Repository.run(WorkerBinary.path, ["validate", events])
        #expect(verdict.status == 0, "\(verdict.output)")
    }
}
