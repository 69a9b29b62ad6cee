import AppStoreStandIn
import Flow
import Foundation
import Kafka
import TestSupport
import Testing

/// A trial by force: a group of real workers, events that keep coming, blows dealt meanwhile, and the reckoning at the end.
///
/// It takes some seconds within the tests; for `ops/soak` FORCE_SECONDS says for how long blows are dealt. What comes by
/// chance follows from a seed, which FORCE_SEED sets.
final class Trial {
    let world: AppStoreWorld
    let fleet: WorkerFleet
    private let blows: Blows
    private var dealt = 0
    /// When each blow began.
    private var begun: [ContinuousClock.Instant] = []
    private let name: String
    private let work: Workload
    /// Events that the broker acknowledged and then lost: nobody can be asked to handle them.
    private var forgotten: Set<String> = []
    private let seed: UInt64
    private var random: SeededGenerator

    /// Requests under way at once in one worker: what its sudden end can repeat where commit metadata comes back.
    static let inFlight = 32
    /// Records in the memory of one worker: what its end can repeat where commit metadata does not come back.
    static let held = 200
    /// Which share of the workers' rate limits the events take up: they catch up after a blow.
    private static let eventsPerSecond = 120
    private static let partitions = 6

    private static let settings = """
        submission:
          linger: 20ms
          maxInFlight: \(inFlight)
          maxPending: \(held)
          parkAfter: 100
          rateLimit: { production: 150, sandbox: 150 }
          retry: { initial: 50ms, maximum: 2s }
        deadLetters:
          brake: { consecutive: 1000, share: 0.9 }
        """

    /// Starts the workers.
    ///
    /// - Parameters:
    ///   - session: After how long without a heartbeat a worker counts as dead.
    ///   - outcomes: Whether there is an outcome topic.
    init(
        _ name: String,
        on broker: any TestBroker,
        workers: Int,
        blows: Blows,
        session: Duration = .seconds(6),
        outcomes: Bool = false
    ) async throws {
        self.name = name
        self.blows = Self.variable("FORCE_SECONDS").map { blows.atLeast(for: .seconds(Int($0))) } ?? blows
        seed = Self.variable("FORCE_SEED") ?? UInt64.random(in: 0..<1_000_000)
        random = SeededGenerator(seed: seed)
        world = try await AppStoreWorld(partitions: Self.partitions, on: broker, session: session)
        world.production.changeFaults { $0.latency = .milliseconds(100) }
        world.sandbox.changeFaults { $0.latency = .milliseconds(100) }
        work = Workload(
            count: Self.eventsPerSecond * Int(self.blows.duration.components.seconds),
            topic: world.topic,
            apps: AppStoreWorld.apps,
            invalidShare: 20,
            signedDate: WholePathTests.now,
            seed: seed
        )
        say("\(name) on \(broker.name): \(self.blows.count) blows in \(self.blows.duration), seed \(seed)")
        var kafka = ""
        if outcomes { kafka = "outcomeTopic: \(try await broker.createTopic("outcomes", partitions: Self.partitions))" }
        fleet = try await WorkerFleet(workers, in: world, settings: Self.settings, kafka: kafka)
    }

    private static func variable(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    /// Deals the blows while events come in, the first one when the workers are at work.
    func deal(_ blow: (_ number: Int, inout SeededGenerator) async throws -> Void) async throws {
        let (work, broker) = (work, world.broker)
        async let feeding: Void = Self.feed(work, to: broker)
        #expect(try await wait { world.accepted().count >= 50 }, "the workers do not begin")
        let end = ContinuousClock.now + blows.duration
        // On a busy machine a blow takes longer than it should: the long form ends in time all the same.
        while dealt < blows.fewest || (dealt < blows.count && ContinuousClock.now < end) {
            try await Task.sleep(for: blows.pause)
            begun.append(.now)
            try await blow(dealt, &random)
            dealt += 1
            try await fleet.replaceEnded()
        }
        try await feeding
    }

    private static func feed(_ work: Workload, to broker: any TestBroker) async throws {
        for first in stride(from: 0, to: work.items.count, by: eventsPerSecond) {
            try await work.produce(to: broker, first..<min(first + eventsPerSecond, work.items.count))
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// Waits until all is done, ends the workers in good order, and expects that nothing is lost, wrong or left.
    ///
    /// - Parameter repeatsPerBlow: How many reports each blow may have had accepted once more, and how many dead letters
    ///   written once more.
    /// - Parameter exitCodes: With which workers may have ended.
    /// - Parameter brokerForgets: Whether the broker may lose records that it has acknowledged: then only those count that
    ///   are on their topic in the end.
    func conclude(repeatsPerBlow: Int, exitCodes: Set<Int32> = [0], brokerForgets: Bool = false) async throws {
        if brokerForgets { forgotten = Set(work.items.map(\.number)).subtracting(try await placesOfEvents().keys) }
        let isFinished = try await wait { try await self.isFinished() }
        await fleet.stop()
        let letters = try await world.broker.read(world.deadLetterTopic, atLeast: work.invalid.count - forgotten.count)
        let reckoning = Reckoning(
            of: work.items,
            except: forgotten,
            accepted: world.accepted(),
            requests: world.arrivals().map { RequestSeen($0) },
            letters: letters.map { DeadLetterSeen($0) }
        )
        explainRepeats()
        let places = reckoning.lost.isEmpty ? [:] : try await placesOfEvents()
        let result = TrialResult(
            name: name,
            broker: world.broker.name,
            seed: seed,
            events: work.items.count,
            blows: dealt,
            reckoning: reckoning,
            lost: reckoning.lost.map { "\($0) at \(places[$0] ?? "no place of its topic")" },
            repeatsAllowed: repeatsPerBlow * dealt,
            lag: try await world.lag(),
            isFinished: isFinished,
            strangeExitCodes: await fleet.ended.map(\.status).filter { !exitCodes.union([128 + SIGKILL]).contains($0) }
        )
        try result.write()
        if !result.faults.isEmpty { try await keepLogs() }
        #expect(result.faults == [])
    }

    /// Prints what the repeats are due to.
    ///
    /// That is how many were accepted for the first time within five seconds of a blow, and how long before it at the most.
    /// The others fell into a rebalance that came of it later.
    private func explainRepeats() {
        let accepted = Dictionary(grouping: world.arrivals().filter { $0.status == 202 }) { $0.transactionID ?? "" }
        var (near, far, longest) = (0, 0, Duration.zero)
        for times in accepted.values.map({ $0.map(\.time).sorted() }) where times.count > 1 {
            for (before, after) in zip(times, times.dropFirst()) {
                let blow = begun.first { before <= $0 + blows.length + .seconds(5) && $0 <= after }
                (near, far) = blow == nil ? (near, far + 1) : (near + 1, far)
                if let blow { longest = max(longest, blow - before) }
            }
        }
        if near + far > 0 {
            say("Of \(near + far) repeats \(near) belong to a blow, accepted \(longest) before it at most.")
        }
    }

    /// Where each event is on its topic, by its number.
    private func placesOfEvents() async throws -> [String: String] {
        let kept = try await world.broker.read(world.topic, atLeast: work.items.count)
        return Dictionary(kept.map { ($0.header("number") ?? "", "\($0.topicPartition), offset \($0.offset)") }) { $1 }
    }

    private func isFinished() async throws -> Bool {
        try await fleet.replaceEnded()
        let accepted = world.accepted()
        let isAllAccepted = work.valid.allSatisfy { accepted[$0.transactionID] != nil || forgotten.contains($0.number) }
        guard isAllAccepted else { return false }
        // The workers learn of the log's end once a second: nothing left means nothing left for longer than that.
        for _ in 0..<5 {
            guard await fleet.hasNothingLeft(partitions: Self.partitions) else { return false }
            // Nobody tells when nothing happens.
            try await Task.sleep(for: .milliseconds(400))
        }
        return true
    }

    private func wait(until condition: () async throws -> Bool) async throws -> Bool {
        // Only so that a trial ends at all: Tansu was seen to take 80 seconds to settle a group.
        let end = ContinuousClock.now + .seconds(240)
        while try await !condition() {
            if ContinuousClock.now > end { return false }
            // The world outside tells nobody when it comes true.
            try await Task.sleep(for: .milliseconds(100))
        }
        return true
    }

    private func keepLogs() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "force-\(seed)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (number, worker) in await fleet.ended.enumerated() {
            let file = directory.appending(path: "worker-\(number).log")
            try Data(worker.log.joined(separator: "\n").utf8).write(to: file)
        }
        say("The logs of the workers are in \(directory.path()).")
    }
}

/// Prints a line for whoever watches, at once even into a pipe.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

extension RequestSeen {
    init(_ arrival: Arrival) {
        self.init(transactionID: arrival.transactionID ?? "", body: String(decoding: arrival.body, as: UTF8.self))
    }
}

extension DeadLetterSeen {
    init(_ record: KafkaRecord) {
        self.init(
            partition: record.topicPartition.partition,
            offset: record.offset,
            number: record.header("number") ?? "",
            codes: record.header("dlq.reasons") ?? ""
        )
    }
}
