import Configuration
import TestSupport
import Testing

@Suite struct FaultTests {
    @Test func `five faults are reported at once, each at its line`() {
        let text = """
            kafka:
              topics: consumption-events
              properties:
                bootstrap.servers: localhost:9092
            appStore:
              timeout: 10
              apps:
                - bundleId: com.example.game
                  issuerId: 57246542-96fe-1a63-e053-0824d011072a
                  keyId: 2X9R4HXF34
            submission:
              retry:
                attempts: 0
            log: { level: verbose }
            """
        #expect(
            faults(in: text) == [
                "2:3: kafka.topics: is not a known key. Did you mean `topic`?",
                #"6:12: appStore.timeout: "10" has no unit. Write the unit: ms, s, m or h, as in 10s."#,
                "8:7: appStore.apps[0].privateKeyFile: is missing. Add it, with the path of a file.",
                #"13:15: submission.retry.attempts: "0" is out of range. Write a whole number from 1 to 1000."#,
                #"14:15: log.level: "verbose" is not known here. Write debug or info or warning or error."#,
            ]
        )
    }

    @Test(arguments: [
        (
            "submission: { maxInflight: 1 }",
            "3:15: submission.maxInflight: is not a known key. Did you mean `maxInFlight`?"
        ),
        ("submision: {}", "3:1: submision: is not a known key. Did you mean `submission`?"),
        ("tracing: { enpoint: x }", "3:12: tracing.enpoint: is not a known key. Did you mean `endpoint`?"),
        ("tracing: { sampling: 1 }", "3:12: tracing.sampling: is not a known key. Known here: endpoint."),
        (
            "deadLetters: { brake: { hodl: 1m } }",
            "3:25: deadLetters.brake.hodl: is not a known key. Did you mean `hold`?"
        ),
    ])
    func `an unknown key is a fault with a suggestion`(line: String, fault: String) {
        #expect(faults(in: minimal + line) == [fault])
    }

    @Test func `a fault stays one line, and leaves the terminal alone`() {
        #expect(
            faults(in: minimal + "\"e\\e[2J\\n\": 1\nlog: { level: \"\\e[31m\" }") == [
                "3:1: e?[2J?: is not a known key. "
                    + "Known here: kafka, appStore, submission, deadLetters, http, shutdown, tracing, log.",
                "4:15: log.level: \"?[31m\" is not known here. Write debug or info or warning or error.",
            ]
        )
    }

    @Test func `what is misspelt is not missing as well`() {
        let text = """
            kafak: { properties: { bootstrap.servers: localhost } }
            appStore: { apps: [ { bundelId: com.example.a, issuerId: i, keyId: k, privateKeyFile: a.p8 } ] }
            """
        #expect(
            faults(in: text) == [
                "1:1: kafak: is not a known key. Did you mean `kafka`?",
                "2:23: appStore.apps[0].bundelId: is not a known key. Did you mean `bundleId`?",
            ]
        )
    }

    @Test func `a file that is not there is named`() {
        let error = #expect(throws: ConfigurationFaults.self) {
            try WorkerConfiguration.load(path: "no/such.yaml", environment: [:])
        }
        #expect(
            error?.faults.map { "\($0)" } == [
                "no/such.yaml: the file can't be read: No such file or directory. Name a file that this user may read."
            ]
        )
    }

    @Test func `a folder is no configuration`() {
        let error = #expect(throws: ConfigurationFaults.self) {
            try WorkerConfiguration.load(path: "/", environment: [:])
        }
        #expect(error?.faults.first?.problem == "the file can't be read: Is a directory")
    }

    @Test func `a file beyond all measure is not read to its end`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(repeatElement(UInt8(ascii: "#"), count: 1 << 20 + 1), to: "worker.yaml")
        let error = #expect(throws: ConfigurationFaults.self) {
            try WorkerConfiguration.load(path: file, environment: [:])
        }
        #expect(error?.faults.first?.problem == "the file is larger than 1 MiB")
    }

    @Test(arguments: [
        ("kafka.properties.bootstrap.servers", 3, 24),
        ("kafka.properties", 2, 3),
        ("kafka.properties.ssl.ca.location", 2, 3),
        ("kafka.topic", 1, 1),
        ("appStore.apps[1].privateKeyFile", 7, 61),
        ("appStore.apps[1].other", 7, 7),
        ("appStore.apps[2].keyId", 5, 3),
        ("http.listen", 1, 1),
    ])
    func `a fault found later is shown where its setting stands`(path: String, line: Int, column: Int) throws {
        let text = """
            kafka:
              properties:
                bootstrap.servers: localhost:9092
            appStore:
              apps:
                - { bundleId: a, issuerId: i, keyId: k, privateKeyFile: a.p8 }
                - { bundleId: b, issuerId: i, keyId: k, privateKeyFile: b.p8 }
            """
        let loaded = try WorkerConfiguration.load(bytes: Array(text.utf8), path: "c/w.yaml", environment: [:])
        #expect(
            "\(loaded.document.fault(at: path, "is refused", remedy: "Change it"))"
                == "c/w.yaml:\(line):\(column): \(path): is refused. Change it."
        )
    }
}
