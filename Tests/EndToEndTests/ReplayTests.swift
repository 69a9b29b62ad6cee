import Foundation
import Kafka
import TestSupport
import Testing

/// What a replay leaves, how it is cut off, and how it shows its progress.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ReplayTests {
    private static let percentage = "ConsumptionPercentageOutOfRangeError"

    /// A world whose dead-letter topic has 60, 20 and 20 letters of three codes, and whose worker has ended.
    private static func letters(_ count: Int = 100, on broker: (any TestBroker)? = nil) async throws -> AppStoreWorld {
        let world = try await AppStoreWorld(on: broker)
        try await DeadLettersTests.produceInvalid(count, to: world)
        let worker = try await world.startWorker(WholePathTests.fast)
        #expect(try await worker.wait(for: "consumption_dead_letters_total", toBeAtLeast: Double(count)))
        #expect(await worker.stop().status == 0)
        return world
    }

    private static func replay(_ words: String..., in world: AppStoreWorld) async throws -> [String] {
        let end = try await DeadLettersTests.run(["replay"] + words, in: world)
        #expect(end.status == 0)
        return end.output
    }

    @Test func `what the filters leave out is there for the next replay, and what they meant is not`() async throws {
        let world = try await Self.letters(on: MockBroker())
        let consent = "InvalidCustomerConsentedError"
        #expect(
            try await Self.replay("--reason", Self.percentage, in: world) == [
                "60 inspected: 60 replayed, 0 skipped", "  40 left for another replay: not meant by the filters",
            ]
        )
        #expect(
            try await Self.replay("--reason", Self.percentage, in: world) == [
                "0 inspected: 0 replayed, 0 skipped", "  40 left for another replay: not meant by the filters",
            ]
        )
        #expect(
            try await Self.replay("--reason", consent, in: world) == [
                "20 inspected: 20 replayed, 0 skipped", "  20 left for another replay: not meant by the filters",
            ]
        )
        #expect(try await Self.replay(in: world) == ["20 inspected: 20 replayed, 0 skipped"])
        #expect(try await Self.replay(in: world) == ["0 inspected: 0 replayed, 0 skipped"])
        let numbers = try await DeadLettersTests.numbers(on: world.topic, of: world)
        #expect(Dictionary(numbers.map { ($0, 1) }, uniquingKeysWith: +).values.allSatisfy { $0 == 2 })
        #expect(numbers.count == 200)
    }

    @Test func `where the broker keeps no metadata, what lies below a replayed letter is settled, and it says so`()
        async throws
    {
        let world = try await Self.letters()
        let first = try await Self.replay("--reason", Self.percentage, in: world)
        #expect(first.first == "60 inspected: 60 replayed, 0 skipped")
        #expect(first.contains { $0.contains("not meant, but settled") })
        #expect(
            try await Self.replay("--reason", Self.percentage, in: world).first == "0 inspected: 0 replayed, 0 skipped"
        )
        #expect(try await DeadLettersTests.numbers(on: world.topic, of: world).count == 160)
    }

    @Test func `it stops at the limit, keeps to the rate, and goes on where SIGINT has stopped it`() async throws {
        let world = try await Self.letters()
        #expect(try await Self.replay("--limit", "10", in: world) == ["10 inspected: 10 replayed, 0 skipped"])
        let start = ContinuousClock.now
        #expect(
            try await Self.replay("--limit", "11", "--rate", "5", in: world) == ["11 inspected: 11 replayed, 0 skipped"]
        )
        #expect(ContinuousClock.now - start >= .seconds(2))
        let replay = try DeadLettersTests.start(["replay", "--rate", "20"], in: world)
        try await DeadLettersTests.waitForRecords(130, on: world.topic, of: world)
        replay.end(with: SIGINT)
        let (status, output) = await replay.wait()
        #expect(status == 1)
        #expect(output.contains("stopped before the end; run it again to go on"))
        _ = try await Self.replay(in: world)
        let numbers = try await DeadLettersTests.numbers(on: world.topic, of: world)
        #expect(Dictionary(numbers.map { ($0, 1) }, uniquingKeysWith: +).values.allSatisfy { $0 == 2 })
        #expect(numbers.count == 200)
    }

    @Test func `a terminal sees a bar, a file does not`() async throws {
        let world = try await Self.letters(30)
        let file = try world.directory.write(world.configuration().utf8, to: "letters.yaml")
        let plain = try await Self.replay("--dry-run", in: world)
        #expect(!plain.contains { $0.contains("[") })
        // Python's pty module gives the command a terminal of its own.
        let script = """
            import os, pty, sys
            os.environ["TERM"] = "xterm"
            sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
            """
        let words = try [WorkerBinary.path, "dead-letters", "replay", "--config", file]
        let said = try await ChildProcess.output(of: testPython(), ["-c", script] + words)
        #expect(said.contains("[####################] 30 replayed, 0 skipped, 0 to look at"), "\(said)")
    }

    @Test func `TLS and SASL come from the configuration of the worker, and a refusal says so`() async throws {
        let world = try await Self.letters(10)
        let pair = try await world.certificates.certificate(named: "broker")
        let door = try await SecureDoor(to: world.broker, pair, user: ("worker", "the right one"))
        let text = world.configuration().replacing(
            "bootstrap.servers: \(world.broker.bootstrapServers)",
            with: """
                bootstrap.servers: \(door.bootstrapServers)
                    security.protocol: sasl_ssl
                    ssl.ca.location: \(world.certificates.authority)
                    sasl.mechanism: PLAIN
                    sasl.username: worker
                    sasl.password: the right one
                """
        )
        let list = try await Self.run("list", with: text, in: world)
        #expect(list.status == 0, "\(list.output)")
        #expect(list.output.count == 11)
        let replay = try await Self.run("replay", with: text, in: world)
        #expect(replay.output == ["10 inspected: 10 replayed, 0 skipped"])

        let wrong = try await Self.run("list", with: text.replacing("the right one", with: "another"), in: world)
        #expect(wrong.status == 77, "\(wrong.output)")
        #expect(!wrong.output.contains { $0.contains("another") })
        let others = try await TestCertificates()
        let other = text.replacing(world.certificates.authority, with: others.authority)
        let stranger = try await Self.run("list", with: other, in: world)
        #expect(stranger.status == 69, "\(stranger.output)")
        #expect(stranger.output.contains { $0.contains("certificate verify failed") }, "\(stranger.output)")
        withExtendedLifetime(others) {}
    }

    private static func run(
        _ word: String,
        with configuration: String,
        in world: AppStoreWorld
    ) async throws -> (status: Int32, output: [String]) {
        let file = try world.directory.write(configuration.utf8, to: "secure.yaml")
        return try await ChildProcess(WorkerBinary.path, ["dead-letters", word, "--config", file]).wait()
    }
}
