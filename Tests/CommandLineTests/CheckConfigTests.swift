import Foundation
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

    /// Files of the endpoint, and what is said of each at its own line.
    static let endpoints: [(setting: String, fault: String?)] = [
        ("tokenFile: token", nil),
        ("tokenFile: short", ":3:20: http.tokenFile: short: the token in line 1 is too short to be a secret."),
        ("tokenFile: empty", ":3:20: http.tokenFile: empty: holds no token."),
        ("tokenFile: none", ":3:20: http.tokenFile: none: the file can't be read: No such file or directory."),
        ("certificateFile: a.pem, keyFile: a.key, clientCAFile: a.pem", nil),
        ("certificateFile: a.pem", ":3:1: http.keyFile: is missing, though certificateFile is there."),
        ("clientCAFile: a.pem", ":3:23: http.clientCAFile: is of no use without TLS."),
        (
            "certificateFile: a.pem, keyFile: b.key",
            ":3:42: http.keyFile: b.key: is not the key of the certificate in a.pem."
        ),
        ("certificateFile: token, keyFile: a.key", ":3:26: http.certificateFile: token: holds no certificate."),
        (
            "certificateFile: a.pem, keyFile: locked.key",
            ":3:42: http.keyFile: locked.key: holds no private key that can be read."
        ),
        (
            "certificateFile: a.pem, keyFile: a.key, clientCAFile: a.key",
            ":3:63: http.clientCAFile: a.key: holds no certificate."
        ),
    ]

    @Test func `the files of the endpoint are judged, each at its line`() async throws {
        let directory = try #require(directory)
        try await writeKey(readableByEveryone: false)
        let certificates = try await TestCertificates()
        for name in ["a", "b"] {
            let pair = try await certificates.certificate(named: name)
            try FileManager.default.copyItem(atPath: pair.certificate, toPath: directory.file("\(name).pem"))
            try FileManager.default.copyItem(atPath: pair.key, toPath: directory.file("\(name).key"))
        }
        try directory.write(await makePrivateKey(Self.unusableKeys[1].0), to: "locked.key")
        let secret = "0123456789abcdef"
        let texts = [("token", secret), ("short", String(secret.dropLast())), ("empty", "\n")]
        for (name, text) in texts { #expect(chmod(try directory.write(text.utf8, to: name), 0o640) == 0) }
        for (setting, fault) in Self.endpoints {
            let run = try await check(right + "\nhttp: { \(setting) }", variables: ["SERVERS": "localhost:9092"])
            // The second certificate is good for two days only.
            let warnings = run.errors.filter { $0.hasPrefix("warning: ") && $0.contains("the certificate expires at") }
            #expect(warnings.count == (fault == nil && setting.contains("a.pem") ? 1 : 0), "\(run.errors)")
            #expect(run.status == (fault == nil ? 0 : 78), "\(setting): \(run.errors)")
            if let fault { #expect(run.errors.first?.hasPrefix("worker.yaml" + fault) == true, "\(run.errors)") }
            #expect(!run.errors.joined().contains(secret.prefix(10)))
        }
    }

    @Test(arguments: [
        ("127.0.0.1:9464", "", false), ("[::1]:9464", "", false), ("0.0.0.0:9464", "", true),
        ("0.0.0.0:9464", "tokenFile: token", false),
    ])
    func `an endpoint that answers everybody is worth a warning`(
        address: String,
        more: String,
        isWarned: Bool
    ) async throws {
        try await writeKey(readableByEveryone: false)
        let token = try #require(try directory?.write("0123456789abcdef".utf8, to: "token"))
        #expect(chmod(token, 0o640) == 0)
        let run = try await check(
            right + "\nhttp: { listen: \"\(address)\"\(more.isEmpty ? "" : ", \(more)") }",
            variables: ["SERVERS": "localhost:9092"]
        )
        #expect(run.status == 0)
        #expect(run.errors.count == (isWarned ? 1 : 0), "\(run.errors)")
        #expect(!isWarned || run.errors.first?.contains("0.0.0.0:9464 answers everybody who can connect") == true)
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
