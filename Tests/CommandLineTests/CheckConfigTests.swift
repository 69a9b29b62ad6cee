import Glibc
import TestSupport
import Testing

@Suite struct CheckConfigTests {
    private let directory = try? TemporaryDirectory()

    private func check(_ text: String, variables: [String: String] = [:]) async throws -> CommandRun {
        let directory = try #require(directory)
        try directory.write(text.utf8, to: "worker.yaml")
        return try await CommandRun(["check-config", "--config", "worker.yaml"], in: directory, variables: variables)
    }

    private let right = """
        kafka: { properties: { bootstrap.servers: "${SERVERS}" } }
        appStore: { apps: [ { bundleId: com.example.a, issuerId: i, keyId: k, privateKeyFile: a.p8 } ] }
        """

    @Test func `a right configuration ends with 0`() async throws {
        try await writeKey(readableByEveryone: false)
        let run = try await check(right, variables: ["SERVERS": "localhost:9092"])
        #expect(run.status == 0)
        #expect(run.output == ["worker.yaml: no faults; apps: 1"])
        #expect(run.errors == [])
    }

    @Test func `a key that everyone may read is no fault, but worth a warning where production is Apple's`()
        async throws
    {
        try await writeKey(readableByEveryone: true)
        let run = try await check(right, variables: ["SERVERS": "localhost:9092"])
        #expect(run.status == 0)
        #expect(run.output == ["worker.yaml: no faults; apps: 1"])
        #expect(run.errors.count == 1)
        #expect(run.errors.first?.hasPrefix("warning: worker.yaml:2:") == true)
        #expect(run.errors.first?.contains("a.p8: every user of this machine may read the key") == true)
        let local = right.replacing("appStore: {", with: "appStore: { productionURL: \"http://localhost:1\",")
        #expect(try await check(local, variables: ["SERVERS": "localhost:9092"]).errors == [])
    }

    private func writeKey(readableByEveryone: Bool) async throws {
        let file = try #require(try directory?.write(await makePrivateKey(), to: "a.p8"))
        #expect(chmod(file, readableByEveryone ? 0o644 : 0o640) == 0)
    }

    static let unusableKeys: [([String], String)] = [
        (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp384r1"], "is on the curve secp384r1, not on P-256"),
        (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes128", "-pass", "pass:a"], "is encrypted"),
    ]

    @Test(arguments: unusableKeys)
    func `a key that cannot sign is a fault`(arguments: [String], reason: String) async throws {
        try directory?.write(try await makePrivateKey(arguments), to: "a.p8")
        let run = try await check(right, variables: ["SERVERS": "localhost:9092"])
        #expect(run.status == 78)
        #expect(run.errors.first?.contains(reason) == true)
    }

    @Test func `five faults end with 78 and five lines`() async throws {
        let run = try await check(
            """
            kafka:
              properties:
                bootstrap.servers: localhost:9092
                enable.auto.commit: true
            appStore:
              productionUrl: https://api.storekit.apple.com
              apps:
                - { bundleId: com.example.a, issuerId: "", keyId: k, privateKeyFile: a.p8 }
            submission: { batchSize: 0 }
            http: { listen: "9464" }
            """
        )
        #expect(run.status == 78)
        #expect(
            run.errors.map { $0.prefix { $0 != " " } } == [
                "worker.yaml:4:25:", "worker.yaml:6:3:", "worker.yaml:8:44:", "worker.yaml:9:26:", "worker.yaml:10:17:",
                "5",
            ]
        )
        #expect(run.errors.last == "5 faults")
        #expect(run.output == [])
    }

    @Test func `keys that are no keys and properties that librdkafka refuses are faults with their lines`() async throws
    {
        try directory?.write(try await makePrivateKey(["-algorithm", "RSA"]), to: "a.p8")
        let run = try await check(
            """
            kafka:
              properties:
                bootstrap.servers: localhost:9092
                fetch.wait.max.ms: soon
                no.such.property: 1
            appStore:
              apps:
                - { bundleId: com.example.a, issuerId: i, keyId: k, privateKeyFile: a.p8 }
                - { bundleId: com.example.b, issuerId: i, keyId: k, privateKeyFile: missing.p8 }
            """
        )
        #expect(run.status == 78)
        #expect(
            run.errors.map { $0.prefix { $0 != " " } } == [
                "worker.yaml:4:24:", "worker.yaml:5:23:", "worker.yaml:8:73:", "worker.yaml:9:73:", "4",
            ]
        )
        #expect(run.errors.contains { $0.contains("missing.p8: the file can't be read: No such file") })
        #expect(run.errors.contains { $0.contains("RSA key") })
    }

    @Test func `a missing file ends with 78 and is named`() async throws {
        let run = try await CommandRun(["check-config", "--config=none.yaml"])
        #expect(run.status == 78)
        #expect(run.errors.first?.hasPrefix("none.yaml: the file can't be read: No such file or directory.") == true)
    }

    @Test func `a variable that is not set is named`() async throws {
        let run = try await check(right)
        #expect(run.status == 78)
        #expect(run.errors.first?.contains("the environment variable SERVERS is not set") == true)
    }

    @Test(arguments: ["run", "validate"])
    func `other commands report the same faults`(command: String) async throws {
        let directory = try #require(directory)
        try directory.write("log: { level: loud }".utf8, to: "worker.yaml")
        let run = try await CommandRun([command, "--config", "worker.yaml"], in: directory)
        #expect(run.status == 78)
        #expect(run.errors.last == "3 faults")
    }
}
