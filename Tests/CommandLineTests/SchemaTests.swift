import TestSupport
import Testing

/// The schema against the rules, judged by a JSON Schema implementation that is not ours.
@Suite struct SchemaTests {
    /// Python: one verdict for each line of events.jsonl.
    private let judge = """
        import json
        from jsonschema import Draft202012Validator as Validator
        schema = json.load(open("schema.json"))
        Validator.check_schema(schema)
        for line in open("events.jsonl"):
            print("valid" if Validator(schema).is_valid(json.loads(line)) else "invalid")
        """

    @Test(.timeLimit(.minutes(5))) func `the schema and the rules agree`() async throws {
        let directory = try TemporaryDirectory()
        let events = SchemaEvents.all
        try directory.write(events.joined(separator: "\n").utf8, to: "events.jsonl")
        try directory.write(try await CommandRun(["schema"]).output.joined(separator: "\n").utf8, to: "schema.json")
        let verdicts = try await CommandRun(["validate", "events.jsonl"], in: directory).output
        let script = "cd \"$1\" && exec \"$0\" -c \"$2\""
        let judged = try await ChildProcess.output(
            of: "/bin/sh",
            ["-c", script, try testPython(), directory.path, judge]
        ).split(separator: "\n")
        try #require(judged.count == events.count && verdicts.count == events.count)
        for (index, event) in events.enumerated() {
            #expect((judged[index] == "valid") == verdicts[index].hasSuffix(": valid"), "\(event) \(verdicts[index])")
        }
        #expect(Set(judged) == ["valid", "invalid"])
    }

    @Test func `the schema stands on standard output alone`() async throws {
        let run = try await CommandRun(["schema"])
        #expect(run.status == 0)
        #expect(run.output.first == "{")
        #expect(run.output.last == "}")
        #expect(run.errors == [])
    }
}
