import ConsumptionRules
import Worker

/// The whole path on this machine, with nothing installed: for a first look.
struct DemoCommand: Command {
    static let name = "demo"
    static let help = CommandHelp(
        summary: "See the whole path at work on this machine",
        about: """
            Runs the worker with a Kafka cluster and an App Store of its own, both inside this process, and sends
            1,000 made-up events through it. Nothing leaves this machine, and nothing is left on it. Ends by itself
            in about fifteen seconds, with a summary that says whether every event is accounted for.
            """,
        options: [keepRunning],
        exitCodes: [
            (.done, "Every event is accounted for, or stopped as it was told"),
            (.internalError, "Something does not add up, or the program or the system failed"),
        ],
        example: "consumption-worker demo"
    )

    private static let keepRunning = Option(
        name: "--keep-running",
        value: nil,
        isRequired: false,
        about: "Stay up after the summary, until SIGTERM or SIGINT"
    )

    private static let eventCount = 1_000
    private static let seed: UInt64 = 2

    private let keepsRunning: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.refuseOperands()
        keepsRunning = arguments.has(Self.keepRunning)
    }

    func run() async throws -> ExitCode {
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let signals = StopSignals { stop.yield() }
        defer { withExtendedLifetime(signals) {} }
        var generator = EventGenerator(seed: Self.seed, at: .now)
        let events = generator.events(Self.eventCount)
        let world = try DemoWorld(events)
        defer { world.store.stop() }
        try StandardStream.output.writeLine(DemoHeader(events.count, world).text)
        return try await withThrowingTaskGroup(of: Part.self) { group in
            group.addTask { .worker(await world.service.run(stops: stops)) }
            group.addTask { .demo(addsUp: try await present(events, in: world, stop)) }
            return try await outcome(of: &group, world)
        }
    }

    /// The two things that go on at the same time, with how each ended.
    private enum Part: Sendable {
        case worker(ExitReason)
        /// Whether everything adds up; nil when the demo did not get to its end.
        case demo(addsUp: Bool?)
    }

    /// Runs the demo and shows its summary; the worker is told to stop unless it is to stay.
    private func present(
        _ events: [DemoEvent],
        in world: DemoWorld,
        _ stop: AsyncStream<Void>.Continuation
    ) async throws -> Bool? {
        var staysUp = false
        // Also when the output can't be written: nobody else would end the worker.
        defer { if !staysUp { stop.yield() } }
        var run = try DemoRun(events, world)
        guard let evidence = try await run.run() else { return nil }
        let summary = DemoSummary(
            tally: Tally(evidence),
            claims: Audit(evidence).claims,
            pageURL: world.pageURL,
            isStillRunning: keepsRunning
        )
        try StandardStream.output.writeLine("\n\(summary.text)")
        staysUp = keepsRunning
        return summary.addsUp
    }

    /// Waits for both parts; the demo can't go on without the worker.
    @MainActor private func outcome(
        of group: inout ThrowingTaskGroup<Part, any Error>,
        _ world: DemoWorld
    ) async throws -> ExitCode {
        var (reason, addsUp): (ExitReason, Bool?) = (.stopped, nil)
        while let part = try await group.next() {
            switch part {
            case .worker(let ending):
                reason = ending
                group.cancelAll()
            case .demo(let answer): addsUp = answer
            }
        }
        guard reason == .stopped, addsUp != false else {
            StandardStream.complain("\nThe worker's log:\n\(world.log.tail)")
            return .internalError
        }
        if addsUp == nil { try StandardStream.output.writeLine("\n  Stopped before the end, in good order.") }
        return .done
    }
}
