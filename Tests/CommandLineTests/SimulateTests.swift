import Testing

@Suite struct SimulateTests {
    private func simulate(_ words: String...) async throws -> CommandRun {
        try await CommandRun(words, program: "consumption-simulate")
    }

    @Test(arguments: [("1-3", "3 seeds"), ("7", "1 seeds"), ("5-5", "1 seeds")])
    func `seeds that hold every invariant are counted`(seeds: String, counted: String) async throws {
        let run = try await simulate("--seeds", seeds)
        #expect(run.status == 0)
        #expect(run.output == ["\(counted) hold every invariant"])
        #expect(run.errors == [])
    }

    @Test func `a seed that fails shows its history, and alone makes the same run to the same step`() async throws {
        let first = try await simulate("--seeds", "1-500", "--mutation", "commitsTooFar")
        #expect(first.status == 1)
        #expect(first.errors == [])
        let outcome = try #require(first.output.last?.wholeMatch(of: /seed (\d+): step (\d+): (\w+): .+/))
        #expect(outcome.3 == "commitsOnlyWhatIsDone")
        let last = try #require(first.output.dropLast().last)
        #expect(last.wholeMatch(of: /(\d+) \d+ ms: BROKEN commitsOnlyWhatIsDone: .+/)?.1 == outcome.2)
        #expect(first.output.contains { $0.hasSuffix("worker 0 starts") })

        let again = try await simulate("--seeds", String(outcome.1), "--mutation", "commitsTooFar")
        #expect(again.status == 1)
        #expect(again.output == first.output)
    }

    @Test func `orders of events are walked through and counted`() async throws {
        let run = try await simulate("--explore", "4")
        #expect(run.status == 0)
        #expect(run.output.count == 1)
        #expect(run.output.first?.wholeMatch(of: /\d+ orders of 4 events, \d+ states, \d+ steps: all hold/) != nil)
        #expect(run.errors == [])
    }

    @Test func `an order that ends badly is shown event by event`() async throws {
        let run = try await simulate("--explore", "6", "--mutation", "lossUntold")
        #expect(run.status == 1)
        #expect(run.output.first == "start")
        #expect(run.output.dropLast().last == "lose")
        #expect(run.output.last?.wholeMatch(of: /after \d+ events: .+/) != nil)
    }

    @Test(arguments: [["--help"], ["-h"], ["--seeds", "1", "--help"]])
    func `the help shows options, mutations and exit codes`(words: [String]) async throws {
        let run = try await CommandRun(words, program: "consumption-simulate")
        #expect(run.status == 0)
        #expect(run.output.first == "Usage: consumption-simulate --seeds A-B [--mutation NAME]")
        for text in ["--seeds A-B ", "--explore DEPTH ", "--mutation NAME ", "  commitsTooFar", "  64 "] {
            #expect(run.output.contains { $0.contains(text) }, "\(text)")
        }
        #expect(run.output.allSatisfy { $0.count <= 110 })
        #expect(run.errors == [])
    }

    @Test(
        arguments: [
            [], ["--seeds"], ["--seeds", ""], ["--seeds", "a"], ["--seeds", "3-1"], ["--seeds", "1-"],
            ["--seeds", "-1"], ["--seeds", "1-2-3"], ["--seeds", "1", "--seeds", "2"], ["1-3"], ["--sedes", "1"],
            ["--seeds", "1", "--mutation"], ["--seeds", "1", "--mutation", "none"], ["--mutation", "commitsTooFar"],
            ["--seeds", "1", "--explore", "3"], ["--explore", "0"], ["--explore", "21"], ["--explore", "deep"],
            ["--seeds", "1", "--mutation", "earlierAnswers"], ["--explore", "3", "--mutation", "calendarBehind"],
        ] as [[String]]
    )
    func `wrong words end with 64 and show the usage`(words: [String]) async throws {
        let run = try await CommandRun(words, program: "consumption-simulate")
        #expect(run.status == 64)
        #expect(run.output == [])
        #expect(run.errors.first == "Usage: consumption-simulate --seeds A-B [--mutation NAME]")
    }
}
