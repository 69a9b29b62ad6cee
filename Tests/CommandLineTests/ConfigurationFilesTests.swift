import Foundation
import TestSupport
import Testing

/// The configurations that we hand out, as `check-config` sees them.
@Suite struct ConfigurationFilesTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs `check-config` on a copy of the file, with a key of this name beside it.
    private func check(_ file: String, key: String, variables: [String: String] = [:]) async throws -> CommandRun {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config/\(file)")
        try directory.write(Data(contentsOf: source), to: file)
        let key = try directory.write(await makePrivateKey(), to: key)
        #expect(chmod(key, 0o600) == 0)
        return try await CommandRun(["check-config", "--config", file], in: directory, variables: variables)
    }

    @Test(arguments: [("worker.yaml", "2X9R4HXF34"), ("worker.local.yaml", "STANDIN001")])
    func `those with defaults need no environment`(file: String, key: String) async throws {
        let run = try await check(file, key: "keys/SubscriptionKey_\(key).p8")
        #expect(run.status == 0)
        #expect(run.output == ["\(file): no faults; apps: 1"])
        #expect(run.errors == [])
    }

    private let production = [
        "KAFKA_BOOTSTRAP_SERVERS": "broker-1.example.com:9093", "KAFKA_USERNAME": "worker", "KAFKA_PASSWORD": "secret",
        "INSTANCE_ID": "consumption-worker-0", "APP_BUNDLE_ID": "com.example.game", "APP_ISSUER_ID": "issuer",
        "APP_KEY_ID": "KEY0000001",
    ]

    @Test(arguments: ["consumption-worker-0", ""])
    func `the one for production is filled from the environment`(instance: String) async throws {
        let certificates = try await TestCertificates()
        let variables = production.merging(["KAFKA_CA_FILE": certificates.authority, "INSTANCE_ID": instance]) { $1 }
        let run = try await check(
            "worker.production.yaml",
            key: "keys/SubscriptionKey_KEY0000001.p8",
            variables: variables
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors == [])
    }

    @Test func `the one for production says every variable that is missing, and nothing of the others`() async throws {
        let given = production.filter { $0.key == "KAFKA_PASSWORD" }
        let run = try await check("worker.production.yaml", key: "keys/unused.p8", variables: given)
        #expect(run.status == 78)
        for name in production.keys where given[name] == nil {
            #expect(run.errors.contains { $0.contains("variable \(name) is not set") }, "\(name)")
        }
        #expect(!run.errors.joined().contains("secret"))
    }

    @Test func `the environment overrides a value that has a default`() async throws {
        let run = try await check("worker.local.yaml", key: "keys/unused.p8", variables: ["KEY_FOLDER": "elsewhere"])
        #expect(run.status == 78)
        #expect(run.errors.contains { $0.contains("elsewhere/SubscriptionKey_STANDIN001.p8") })
    }
}
