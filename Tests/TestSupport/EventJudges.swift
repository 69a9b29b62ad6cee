package import ConsumptionRules
import FoundationEssentials

/// A violation as a judge outside this process says it.
package struct SaidViolation: Decodable, Hashable, Sendable {
    package let code: String
    package let path: String
    package let byteOffset: Int?
    package let message: String

    /// What makes a schema let an event pass in which the rules find this; nil for what a schema has to find as well.
    package var schemaLimit: ConsumptionSchema.Limit? {
        let clauses: [(String, ConsumptionSchema.Limit)] = [
            ("written with digits alone", .formOfNumbers), ("the key occurs twice", .repeatedKeys),
            ("half of a surrogate pair", .halfCharacters), ("the nesting is deeper", .nesting),
        ]
        if code == ViolationCode.malformedEvent.rawValue { return clauses.first { message.contains($0.0) }?.1 }
        return ConsumptionSchema.Limit.allCases.first { $0.code.rawValue == code }
    }
}

/// What judges that share nothing with this process say to events: a JSON Schema validator, the C library, the command.
package struct EventJudges: Sendable {
    /// By schema and C library.
    package struct Verdict: Decodable, Sendable {
        package let schema: Bool
        package let violations: [SaidViolation]
    }

    private let bundleIDs: [String]
    private let now: Int64
    private let directory: TemporaryDirectory

    /// - Parameters:
    ///   - bundleIDs: Those that pass.
    ///   - now: In UNIX milliseconds, for the library; the command asks the clock.
    package init(bundleIDs: [String], now: Int64) throws {
        (self.bundleIDs, self.now) = (bundleIDs, now)
        directory = try TemporaryDirectory()
    }

    /// The verdicts of the schema that the command prints, by another implementation, and of the C library through ctypes.
    package func outside(on events: [[UInt8]?]) async throws -> [Verdict] {
        let schema = try await ChildProcess.output(of: WorkerBinary.path, ["schema"])
        let values = events.map { $0.map { Data($0).base64EncodedString() } ?? "null" }
        let words = [
            ShippedFile.url("Tests/TestSupport/judge_events.py").path(),
            try directory.write(schema.utf8, to: "schema.json"), try RulesLibrary.path,
            try directory.write((values.joined(separator: "\n") + "\n").utf8, to: "events.base64"), "\(now)",
        ]
        let (status, lines) = try await ChildProcess(testPython(), words + bundleIDs).wait()
        guard status == 0 else {
            throw ChildFailed(command: "judge_events.py", status: status, output: lines.joined(separator: "\n"))
        }
        return try lines.map { try JSONDecoder().decode(Verdict.self, from: Data($0.utf8)) }
    }

    /// What `validate --json` finds in each event; none may hold a line break.
    package func command(on events: [[UInt8]]) async throws -> [[SaidViolation]] {
        struct Line: Decodable {
            let valid: Bool
            let violations: [SaidViolation]?
        }
        let configuration = """
            kafka: { properties: { bootstrap.servers: localhost } }
            appStore: { apps: [\(bundleIDs.map { "{ bundleId: \($0), \(Self.key) }" }.joined(separator: ", "))] }
            """
        let words = [
            "--config", try directory.write(configuration.utf8, to: "validate.yaml"),
            try directory.write(
                events.joined(separator: [UInt8(ascii: "\n")]) + [UInt8(ascii: "\n")],
                to: "events.jsonl"
            ),
        ]
        let run = try ChildProcess(WorkerBinary.path, ["validate", "--json"] + words)
        let lines = await run.wait().output.filter { $0.hasPrefix("{") }
        return try lines.map { text in
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            guard line.valid == (line.violations == nil) else {
                throw ChildFailed(command: "validate", status: 0, output: text)
            }
            return line.violations ?? []
        }
    }

    private static let key = "issuerId: i, keyId: k, privateKeyFile: a.p8"
}
