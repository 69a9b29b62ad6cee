import TestSupport
import Testing

@Suite struct ValidateTests {
    private let valid = """
        {"notificationUUID":"5f3a0b52-8d3c-4a7e-9a55-0a2b6d1c9f10","signedDate":1750000000000,"environment":"Sandbox",\
        "bundleId":"com.example.game","transactionId":"2000000123456789","type":"Consumable",\
        "consumptionRequest":{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false}}
        """
    private var withoutConsent: String {
        valid.replacing("\"customerConsented\":true", with: "\"customerConsented\":false")
    }
    private var withTwoViolations: String { withoutConsent.replacing("2000000123456789", with: "T2") }

    @Test func `valid events end with 0`() async throws {
        let run = try await CommandRun(["validate"], input: "\(valid)\n\(valid)\n")
        #expect(run.status == 0)
        #expect(run.output == ["-:1: valid", "-:2: valid"])
        #expect(run.errors == ["2 valid, 0 invalid"])
    }

    @Test func `an invalid event ends with 1, and every code is named in order`() async throws {
        let run = try await CommandRun(["validate", "-"], input: "\(valid)\n\(withTwoViolations)\n\(withoutConsent)\n")
        #expect(run.status == 1)
        try #require(run.output.count == 3)
        #expect(run.output[0] == "-:1: valid")
        #expect(
            run.output[1].hasPrefix("-:2: InvalidTransactionIdError,InvalidCustomerConsentedError: $.transactionId: ")
        )
        #expect(run.output[2].hasPrefix("-:3: InvalidCustomerConsentedError: $.consumptionRequest.customerConsented: "))
        #expect(
            run.errors == [
                "        1  InvalidCustomerConsentedError (rules)", "        1  InvalidTransactionIdError (rules)",
                "1 valid, 2 invalid",
            ]
        )
    }

    @Test func `files are named and counted by their own lines`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("\(valid)\n\(withoutConsent)".utf8, to: "a.jsonl")
        try directory.write("\(valid)\r\n".utf8, to: "--b")
        let run = try await CommandRun(["validate", "a.jsonl", "--", "--b"], in: directory)
        #expect(run.status == 1)
        #expect(run.output.map { $0.prefix(18) } == ["a.jsonl:1: valid", "a.jsonl:2: Invalid", "--b:1: valid"])
        #expect(run.errors.last == "2 valid, 1 invalid")
    }

    @Test func `a file that can't be read ends with 65, after all others`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(withoutConsent.utf8, to: "a.jsonl")
        let run = try await CommandRun(["validate", "none.jsonl", ".", "a.jsonl"], in: directory)
        #expect(run.status == 65)
        #expect(
            run.errors == [
                "none.jsonl: No such file or directory", ".: Is a directory",
                "        1  InvalidCustomerConsentedError (rules)", "0 valid, 1 invalid, 2 unreadable",
            ]
        )
        #expect(run.output.count == 1)
    }

    @Test(arguments: [
        ("", [], 0),
        ("\n", ["-:1: EmptyEventError"], 1),
        ("{}\n\n{}", ["-:1: MalformedEventError", "-:2: EmptyEventError", "-:3: MalformedEventError"], 1),
    ])
    func `an empty line is an empty event, nothing after the last newline is none`(
        input: String,
        expected: [String],
        status: Int32
    ) async throws {
        let run = try await CommandRun(["validate"], input: input)
        #expect(run.output.map { $0.split(separator: ": ").prefix(2).joined(separator: ": ") } == expected)
        #expect(run.status == status)
    }

    @Test(arguments: [(0, "valid"), (1, "EventTooLargeError"), (3_000_000, "EventTooLargeError")])
    func `a line may be as long as an event, and longer ones harm none`(excess: Int, verdict: String) async throws {
        let padding = String(repeating: " ", count: 65_536 - valid.utf8.count + excess)
        let run = try await CommandRun(["validate"], input: "\(valid)\(padding)\n\(valid)\n")
        #expect(run.output.map { $0.split(separator: ": ")[1] } == [Substring(verdict), "valid"])
    }

    @Test func `only the apps of a configuration pass`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            """
            kafka: { properties: { bootstrap.servers: localhost } }
            appStore: { apps: [ { bundleId: com.example.game, issuerId: i, keyId: k, privateKeyFile: a.p8 } ] }
            """.utf8,
            to: "worker.yaml"
        )
        let other = valid.replacing("com.example.game", with: "com.example.other")
        let run = try await CommandRun(
            ["validate", "--config", "worker.yaml"],
            input: "\(valid)\n\(other)\n",
            in: directory
        )
        #expect(run.status == 1)
        #expect(run.output.map { $0.prefix(20) } == ["-:1: valid", "-:2: UnknownAppError"])
    }

    @Test func `with --json each verdict is an object, and a line that is no text harms none`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(Array(valid.utf8) + [0x0A, 0x7B, 0xFF] + Array("\n\(withoutConsent)".utf8), to: "a \"b\"")
        let run = try await CommandRun(["validate", "--json", "a \"b\""], in: directory)
        #expect(run.status == 1)
        #expect(
            run.output == [
                #"{"file":"a \"b\"","line":1,"valid":true}"#,
                #"{"file":"a \"b\"","line":2,"valid":false,"violations":[{"code":"MalformedEventError","path":"$","#
                    + #""byteOffset":1,"message":"the bytes are not UTF-8"}]}"#,
                #"{"file":"a \"b\"","line":3,"valid":false,"violations":[{"code":"InvalidCustomerConsentedError","#
                    + #""path":"$.consumptionRequest.customerConsented","#
                    + #""message":"must be true: without the customer's consent nothing is sent"}]}"#,
            ]
        )
        #expect(run.errors.last == "1 valid, 2 invalid")
    }

    @Test func `with --summary the counts by reason are all that is written, for people or programs`() async throws {
        let input = "\(valid)\n\(withTwoViolations)\n\(withoutConsent)\n\(withoutConsent)\n"
        let text = try await CommandRun(["validate", "--summary"], input: input)
        #expect(text.status == 1)
        #expect(
            text.output == [
                "        2  InvalidCustomerConsentedError (rules)", "        1  InvalidTransactionIdError (rules)",
                "1 valid, 3 invalid",
            ]
        )
        #expect(text.errors == [])
        let json = try await CommandRun(["validate", "--summary", "--json"], input: input)
        #expect(
            json.output == [
                #"{"valid":1,"invalid":3,"unreadableFiles":0,"#
                    + #""reasons":{"InvalidCustomerConsentedError":2,"InvalidTransactionIdError":1}}"#
            ]
        )
    }

    @Test(arguments: [
        (["--limit", "1"], "--limit goes with --topic"), (["--from", "2h"], "--from goes with --topic"),
        (["--topic", "t"], "--config FILE is missing"),
        (["--topic", "t", "--config", "c", "events"], "\"events\" is not an option"),
        (["--topic", "t", "--config", "c", "--from", "soon"], "--from soon is none of earliest, latest"),
        (["--topic", "t", "--config", "c", "--from", "-1"], "--from -1 is none of earliest, latest"),
    ])
    func `words for a topic that do not go together are wrong usage`(words: [String], sentence: String) async throws {
        let run = try await CommandRun(["validate"] + words)
        #expect(run.status == 64)
        #expect(run.errors.first?.contains(sentence) == true, "\(run.errors)")
    }

    @Test(.timeLimit(.minutes(2))) func `a pipe gets each verdict before the next event is there`() async throws {
        let directory = try TemporaryDirectory()
        // The shell sends the second event only after the first verdict has come out of the worker.
        let script = """
            cd "$2" && mkfifo events verdicts && { "$0" validate <events >verdicts & } && exec 3>events 4<verdicts
            echo "$1" >&3; read first <&4; echo "$1" >&3; exec 3>&-; read second <&4; echo "$first, $second"; wait
            """
        let child = try ChildProcess("/bin/sh", ["-c", script, try WorkerBinary.path, valid, directory.path])
        let output = await child.wait().output
        #expect(output.contains("-:1: valid, -:2: valid"))
    }

    @Test func `a reader that goes away ends it quietly and not as done`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(String(repeating: "x\n", count: 200_000).utf8, to: "events")
        let script = "cd \"$1\"; { \"$0\" validate events 2>errors; echo $? >status; } | head -n 1"
        let child = try ChildProcess("/bin/sh", ["-c", script, try WorkerBinary.path, directory.path])
        #expect(await child.wait().output.count == 1)
        #expect(try directory.read("status") == Array("141\n".utf8))
        #expect(try directory.read("errors") == [])
    }

    @Test func `an output that can't be written is said and ends with 70`() async throws {
        let script = "echo x | \"$0\" validate >/dev/full"
        let (status, output) = try await ChildProcess("/bin/sh", ["-c", script, try WorkerBinary.path]).wait()
        #expect(status == 70)
        #expect(output == ["the output can't be written: No space left on device"])
    }
}
