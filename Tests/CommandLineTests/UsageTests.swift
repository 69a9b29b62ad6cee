import Testing

@Suite struct UsageTests {
    static let commands = [
        "run", "demo", "validate", "event", "submit", "check-config", "schema", "dead-letters list",
        "dead-letters show",
        "dead-letters replay", "topics", "stand-in",
    ]

    @Test func `--version shows name, version and what it was built from`() async throws {
        let run = try await CommandRun(["--version"])
        #expect(run.status == 0)
        #expect(run.output.count == 1)
        let form = /consumption-worker \d+\.\d+\.\d+ \((development|[0-9a-f]{12}(-changed)?)\)/
        #expect(run.output.first?.wholeMatch(of: form) != nil)
        #expect(run.errors == [])
    }

    @Test(arguments: ["--help", "-h"])
    func `--help lists every command`(word: String) async throws {
        let run = try await CommandRun([word])
        #expect(run.status == 0)
        #expect(run.output.first == "Usage: consumption-worker COMMAND [OPTIONS]")
        for command in Self.commands {
            #expect(run.output.contains { $0.hasPrefix("  \(command) ") }, "\(command)")
        }
        #expect(run.errors == [])
    }

    @Test(arguments: commands, [["--help"], ["-h"], ["--nonsense", "--help"]])
    func `each command has a help with its exit codes and an example`(command: String, words: [String]) async throws {
        let run = try await CommandRun(command.split(separator: " ").map(String.init) + words)
        #expect(run.status == 0)
        #expect(run.output.first?.hasPrefix("Usage: consumption-worker \(command)") == true)
        #expect(run.output.contains("Exit codes:"))
        #expect(run.output.contains { $0.hasPrefix("  64  ") })
        #expect(run.output.contains("Example:"))
        #expect(run.output.last?.hasPrefix("  consumption-worker \(command)") == true)
        #expect(run.output.allSatisfy { $0.count <= 110 })
    }

    @Test func `a group of commands has a help that lists them`() async throws {
        let run = try await CommandRun(["dead-letters", "--help"])
        #expect(run.status == 0)
        #expect(run.output.first == "Usage: consumption-worker dead-letters list|show|replay")
        #expect(run.output.contains { $0.hasPrefix("  dead-letters replay  ") })
    }

    @Test func `the help of a command shows its options`() async throws {
        #expect(try await CommandRun(["run", "--help"]).output.first == "Usage: consumption-worker run --config FILE")
        #expect(
            try await CommandRun(["validate", "--help"]).output.first
                == "Usage: consumption-worker validate [--config FILE] [--topic NAME] [--from PLACE] [--limit N]"
        )
        #expect(
            try await CommandRun(["demo", "--help"]).output.contains { $0.hasPrefix("  --keep-running  ") }
        )
    }

    @Test(
        arguments: [
            ([], "a command is missing", "--help"),
            (["rnu"], "unknown command \"rnu\"; did you mean run?", "--help"),
            (["chek-config"], "unknown command \"chek-config\"; did you mean check-config?", "--help"),
            (["--verison"], "unknown command \"--verison\"; did you mean --version?", "--help"),
            (["elephant"], "unknown command \"elephant\"", "--help"),
            (["run"], "--config FILE is missing", "run --help"),
            (["run", "--confg", "x"], "unknown option --confg; did you mean --config?", "run --help"),
            (["run", "-x"], "unknown option -x", "run --help"),
            (["run", "--config"], "--config needs a value: --config FILE", "run --help"),
            (["run", "--config="], "--config needs a value: --config FILE", "run --help"),
            (["run", "--config", "--config"], "--config needs a value: --config FILE", "run --help"),
            (["run", "--config", "a", "--config=b"], "--config is given twice", "run --help"),
            (
                ["run", "--config", "a", "b"], "\"b\" is not an option, and this command takes nothing else",
                "run --help"
            ),
            (
                ["run", "--config", "a", "--", "--help"],
                "\"--help\" is not an option, and this command takes nothing else", "run --help"
            ),
            (["demo", "--keep-running=yes"], "--keep-running takes no value", "demo --help"),
            (
                ["schema", "events"], "\"events\" is not an option, and this command takes nothing else",
                "schema --help"
            ),
            (["check-config"], "--config FILE is missing", "check-config --help"),
            (
                ["topics", "--config", "a", "--partitions", "0"],
                "--partitions takes a number from 1 to 10000, not \"0\"", "topics --help"
            ),
            (
                ["topics", "--config", "a", "--replicas", "x"], "--replicas takes a number from 1 to 100, not \"x\"",
                "topics --help"
            ),
            (["event"], "--answers FILE is missing", "event --help"),
            (
                ["event", "--answers", "-"], "the notification and the answers can't both come from standard input",
                "event --help"
            ),
            (["event", "--answers", "a", "b", "c"], "one notification at a time, not 2", "event --help"),
            (["submit", "--config", "a"], "one FILE is needed, or - for standard input", "submit --help"),
            (["submit", "event.json"], "--config FILE is missing", "submit --help"),
            (["stand-in"], "--key-file FILE is missing", "stand-in --help"),
            (
                ["stand-in", "--key-file", "a", "--port", "65536"], "--port takes a number from 0 to 65535",
                "stand-in --help"
            ),
            (
                ["stand-in", "--key-file", "a", "--failures", "2"], "--failures takes a number from 0 to 1",
                "stand-in --help"
            ),
            (["dead-letters"], "dead-letters needs one of list, show, replay", "dead-letters --help"),
            (
                ["dead-letters", "lits"], "unknown command \"dead-letters lits\"; did you mean dead-letters list?",
                "--help"
            ),
            (["dead-letters", "list"], "--config FILE is missing", "dead-letters list --help"),
            (
                ["dead-letters", "list", "--config", "x", "--limit", "3"],
                "unknown option --limit", "dead-letters list --help"
            ),
            (
                ["dead-letters", "list", "--config", "x", "--json", "--summary"],
                "--json and --summary exclude each other", "dead-letters list --help"
            ),
            (
                ["dead-letters", "list", "--config", "x", "--stage", "rule"],
                "--stage rule is none of decode, rules, submission, deadline; did you mean rules?",
                "dead-letters list --help"
            ),
            (
                ["dead-letters", "list", "--config", "x", "--since", "yesterday"],
                "--since yesterday is no time; write 2026-11-30, 2026-11-30T12:00:00Z or 2h",
                "dead-letters list --help"
            ),
            (
                ["dead-letters", "show", "--config", "x", "12"], "one PARTITION:OFFSET is needed, such as 0:42",
                "dead-letters show --help"
            ),
            (
                ["dead-letters", "replay", "--config", "x", "--rate", "0"], "--rate 0 is no whole number from 1 on",
                "dead-letters replay --help"
            ),
        ] as [([String], String, String)]
    )
    func `wrong words end with 64, name the word and show where to look`(
        words: [String],
        problem: String,
        help: String
    ) async throws {
        let run = try await CommandRun(words)
        #expect(run.status == 64)
        #expect(run.errors == [problem, "Try: consumption-worker \(help)"])
        #expect(run.output == [])
    }
}
