import ConsumptionRules
import TestSupport
import Testing

/// The schema against the rules, judged by a JSON Schema implementation that is not ours.
@Suite struct SchemaTests {
    @Test(.timeLimit(.minutes(5)))
    func `what the schema refuses the rules refuse, and what it lets pass they refuse only for one of its limits`()
        async throws
    {
        let events = SchemaEvents.all
        let judges = try EventJudges(bundleIDs: ["com.example.game"], now: 1_760_000_000_000)
        let schema = try await judges.outside(on: events.map { Array($0.utf8) })
        let rules = try await judges.command(on: events.map { Array($0.utf8) })
        try #require(schema.count == events.count && rules.count == events.count)
        var limits: Set<ConsumptionSchema.Limit> = []
        var (bothPass, bothRefuse) = (0, 0)
        for (event, (schema, rules)) in zip(events, zip(schema, rules)) {
            switch (schema.schema, rules.isEmpty) {
            case (true, true): bothPass += 1
            case (false, false): bothRefuse += 1
            case (false, true): Issue.record("only the schema refuses \(event)")
            case (true, false):
                let found = rules.map(\.schemaLimit)
                #expect(!found.contains(nil), "the schema lets \(event.prefix(1000)) pass: \(rules)")
                limits.formUnion(found.compactMap { $0 })
            }
        }
        #expect(limits == Set(ConsumptionSchema.Limit.allCases), "a limit that is none should not be listed")
        #expect(bothPass > 500 && bothRefuse > 500)
    }

    @Test func `the schema stands on standard output alone, and says what it cannot say`() async throws {
        let run = try await CommandRun(["schema"])
        #expect(run.status == 0)
        #expect(run.output.first == "{")
        #expect(run.output.last == "}")
        #expect(run.errors == [])
        for limit in ConsumptionSchema.Limit.allCases {
            #expect(run.output.contains { $0.contains("$comment") && $0.contains(limit.words) })
        }
    }
}
