import Testing

@testable import Configuration

@Suite struct EnvironmentTests {
    private let references = EnvironmentReferences(environment: ["NAME": "value", "EMPTY": "", "DOLLAR": "${NAME}"])

    @Test(arguments: [
        ("plain", "plain"),
        ("${NAME}", "value"),
        ("a-${NAME}-${NAME}-b", "a-value-value-b"),
        ("${UNSET:-default}", "default"),
        ("${UNSET:-}", ""),
        ("${UNSET:-a:-b}", "a:-b"),
        ("${EMPTY}", ""),
        ("${EMPTY:-default}", "default"),
        ("${NAME:-default}", "value"),
        ("$${NAME}", "${NAME}"),
        ("$$${NAME}", "$${NAME}"),
        ("${DOLLAR}", "${NAME}"),
        ("$NAME $ $$ }", "$NAME $ $$ }"),
    ])
    func `references are filled, all else stays`(text: String, expected: String) throws {
        #expect(try references.filled(text).text == expected)
    }

    @Test(arguments: ["${", "${NAME", "${}", "${:-a}", "${1A}", "${A B}", "${A-b}", "${A:b}", "${A:-${NAME}}", "${Ä}"])
    func `what begins like a reference must be one`(text: String) {
        let complaint = #expect(throws: Complaint.self) { try references.filled(text) }
        #expect(complaint?.problem == "`${` does not begin a reference to the environment")
    }

    @Test func `a variable that is not set is named`() {
        #expect(
            faults(in: minimal + "log: { level: \"${LOG_LEVEL}\" }") == [
                "3:15: log.level: the environment variable LOG_LEVEL is not set. Set it, or write `${LOG_LEVEL:-default}`."
            ]
        )
    }

    @Test func `a reference may stand for a number, in quotes too`() throws {
        let text = minimal + "submission:\n  batchSize: ${SIZE}\n  retry: { attempts: \"${ATTEMPTS:-7}\" }"
        let submission = try WorkerConfiguration.load(
            bytes: Array(text.utf8),
            path: "worker.yaml",
            environment: ["SIZE": "12"]
        ).configuration.submission
        #expect(submission.batchSize == 12)
        #expect(submission.retry.attempts == 7)
    }

    @Test func `a value from the environment is text, never YAML`() throws {
        let text = minimal + "kafka2: ${A}"
        #expect(faults(in: text, environment: ["A": "x\ny: z"]).count == 1)
    }
}

/// What no fault may show.
@Suite struct SecrecyTests {
    @Test(arguments: [
        "log: { level: \"${SECRET}\" }",
        "http: { listen: \"${SECRET}\" }",
        "submission: { batchSize: \"${SECRET}\" }",
        "submission: { linger: \"1${SECRET}\" }",
        "tracing: { endpoint: \"http://${SECRET}\" }",
        "tracing: { endpoint: \"http://user:hunter2@host\" }",
        "tracing: { endpoint: \"${hunter2\" }",
    ])
    func `a fault does not quote what may be secret`(line: String) {
        let found = faults(in: minimal + line, environment: ["SECRET": "hunter2 !"])
        #expect(found.count == 1)
        #expect(!found.joined().contains("hunter2"))
    }

    @Test(arguments: ["sasl.password", "ssl.key.pem", "SASL.OAUTHBEARER.TOKEN", "sasl.oauthbearer.client.secret"])
    func `keys that look secret keep their values to themselves`(key: String) throws {
        let references = EnvironmentReferences(environment: [:])
        #expect(try Scalar(key: key, text: "hunter2", isQuoted: false, references: references).shown == "the value")
    }

    @Test func `other values are shown in one short line`() throws {
        let references = EnvironmentReferences(environment: [:])
        let text = "line\nbreak\ttab" + String(repeating: "x", count: 100)
        let shown = try Scalar(key: "topic", text: text, isQuoted: true, references: references).shown
        #expect(shown == "\"line break tab" + String(repeating: "x", count: 46) + "…\"")
    }
}
