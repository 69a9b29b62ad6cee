import AppStoreStandIn
import Foundation
import Glibc
import Kafka
import TestSupport
import Testing

/// Real workers against an App Store that misbehaves and counts what arrives.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ConductTests {
    static let partitions = 6
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    static let unlimited = """
        submission:
          linger: 20ms
          rateLimit: { production: 5000, sandbox: 5000 }
          retry: { initial: 50ms, maximum: 2s }
        """

    private func work(_ numbers: Range<Int>, of app: String, in world: AppStoreWorld) -> Workload {
        Workload(numbers, of: app, topic: world.topic, partitions: Self.partitions, signedDate: Self.now)
    }

    /// Writes events one after the other and gives how long each took from its topic to the App Store.
    private func delays(
        of app: String,
        _ numbers: Range<Int>,
        in world: AppStoreWorld
    ) async throws -> (median: Duration, longest: Duration) {
        let events = work(numbers, of: app, in: world)
        var delays: [Duration] = []
        for (index, item) in events.items.enumerated() {
            let written = ContinuousClock.now
            try await events.produce(to: world.broker, index..<index + 1)
            while world.production.accepted()[item.transactionID] == nil, ContinuousClock.now - written < .seconds(30) {
                try await Task.sleep(for: .milliseconds(5))
            }
            let arrival = world.production.arrivals().first { $0.transactionID == item.transactionID }
            delays.append((arrival?.time ?? .now) - written)
        }
        return (delays.sorted()[delays.count / 2], delays.max() ?? .zero)
    }

    // The longer, the more it says: 3,000 events take a minute and a half.
    @Test(arguments: [getenv("CONDUCT_EVENTS").flatMap { Int(String(cString: $0)) } ?? 600])
    func `two workers keep a limit together through 500, 429 and resets, and use what the pauses leave`(
        count: Int
    ) async throws {
        // It waits for records as Kafka does. The broker process asks for a whole core, which would be time's and not the limit's.
        let world = try await AppStoreWorld(partitions: Self.partitions, on: MockBroker())
        let retryAfter = Duration.seconds(1)
        world.production.changeFaults {
            $0.failureShare = 0.3
            // Were every third one a 429, there would be hardly a moment without a pause.
            $0.failures = Array(repeating: .internalError, count: 14) + Array(repeating: .closed, count: 14)
            $0.failures.append(.throttled(retryAfter))
        }
        let settings = """
            submission:
              linger: 20ms
              rateLimit: { production: 50, sandbox: 5 }
              retry: { initial: 100ms, maximum: 1s }
            """
        let workers = [try await world.startWorker(settings), try await world.startWorker(settings)]
        for worker in workers {
            #expect(try await worker.wait { try await worker.metric("consumption_assigned_partitions") == 3 })
            #expect(try await worker.wait(for: "consumption_rate_limit_per_second", "Production", toBeAtLeast: 75))
        }
        let events = work(0..<count, of: AppStoreWorld.apps[0], in: world)
        try await events.produce(to: world.broker)
        #expect(try await workers[0].wait(atMost: .seconds(400)) { world.production.accepted().count == count })
        #expect(world.production.accepted().values.allSatisfy { $0 == 1 })
        var owned: [Set<Int>] = []
        for worker in workers {
            #expect(try await worker.metric("consumption_dead_letters_total") == 0)
            // Before any of them stops: what is revoked then is no longer shown.
            owned.append(try await worker.consumedPartitions())
        }
        for worker in workers { #expect(await worker.stop().status == 0) }
        let arrivals = world.production.arrivals()
        // What leaves in time may arrive late on a busy machine and so be closer to what follows: the full second is a figure.
        print("at most \(ArrivalRate.most(within: .seconds(1), of: arrivals)) arrivals within a second")
        #expect(ArrivalRate.most(within: .milliseconds(750), of: arrivals) <= 50)
        for partitions in owned {
            let items = events.items.filter { partitions.contains(Int($0.record.partition ?? -1)) }
            let transactions = Set(items.map(\.transactionID))
            let own = arrivals.filter { transactions.contains($0.transactionID ?? "") }
            let use = ArrivalRate.use(of: 25, by: own, retryAfter: retryAfter)
            print("\(Int(use * 1000)) thousandths of a worker's share were used")
            // Tests on made-up time show 98 percent; on a busy machine timers ring late. Far less would be something else.
            #expect(use >= 0.6)
        }
    }

    @Test(arguments: [2000])
    func `an app that is refused for a while holds up no other, and loses nothing`(count: Int) async throws {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let (paused, other) = (AppStoreWorld.apps[0], AppStoreWorld.apps[1])
        let worker = try await world.startWorker(Self.unlimited)
        #expect(try await worker.wait(for: "consumption_assigned_partitions", toBeAtLeast: Double(Self.partitions)))
        let before = try await delays(of: other, 50_000..<50_100, in: world)
        world.production.changeFaults { $0.refusedApps = [paused] }
        try await work(0..<count, of: paused, in: world).produce(to: world.broker)
        #expect(try await worker.wait(for: "consumption_app_paused", paused, toBeAtLeast: 1))
        let during = try await delays(of: other, 60_000..<60_100, in: world)
        print("from topic to App Store, median and longest: \(before) without, \(during) beside a refused app")
        // Far from the half minute until the next probe; mostly a fraction of a second.
        #expect(during.longest < .seconds(10))
        world.production.changeFaults { $0.refusedApps = [] }
        #expect(try await worker.wait(atMost: .seconds(400)) { world.production.accepted().count == count + 200 })
        #expect(world.production.accepted().values.allSatisfy { $0 == 1 })
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: Self.partitions) })
        #expect(try await worker.metric("consumption_dead_letters_total") == 0)
        #expect(try await worker.metric("consumption_app_paused") == 0)
        #expect(await worker.stop().status == 0)
    }

    @Test(arguments: [3000])
    func `the backlog of a refused app is parked, the others flow, and it is all delivered afterwards`(
        count: Int
    ) async throws {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let deferred = try await world.broker.createTopic("deferred", partitions: Self.partitions)
        let (paused, other) = (AppStoreWorld.apps[0], AppStoreWorld.apps[1])
        world.production.changeFaults { $0.refusedApps = [paused] }
        try await work(0..<count, of: paused, in: world).produce(to: world.broker)
        try await work(50_000..<50_100, of: other, in: world).produce(to: world.broker)
        // Less memory than the refused app has events, all of them before those of the other one.
        let settings = Self.unlimited.replacing(
            "linger: 20ms",
            with: "linger: 20ms\n  maxPending: 600\n  parkAfter: 100"
        )
        let worker = try await world.startWorker(settings, kafka: "deferredTopic: \(deferred)")
        #expect(try await worker.wait { world.production.accepted().count == 100 })
        #expect(try await worker.metric("consumption_app_paused") == 1)
        #expect(try await worker.metric("consumption_records_parked_total") >= Double(count - 600))
        world.production.changeFaults { $0.refusedApps = [] }
        #expect(try await worker.wait(atMost: .seconds(400)) { world.production.accepted().count == count + 100 })
        #expect(world.production.accepted().values.allSatisfy { $0 == 1 })
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: 2 * Self.partitions) })
        #expect(try await worker.metric("consumption_dead_letters_total") == 0)
        #expect(await worker.stop().status == 0)
    }

    @Test func `one hanging request among a thousand delays no other`() async throws {
        let world = try await AppStoreWorld(partitions: Self.partitions)
        let events = work(0..<1000, of: AppStoreWorld.apps[0], in: world)
        let hanging = events.items[10].transactionID
        world.production.script(hanging, .silent)
        try await events.produce(to: world.broker)
        let worker = try await world.startWorker(Self.unlimited)
        #expect(try await worker.wait { world.production.accepted().count >= 999 })
        #expect(world.production.accepted()[hanging] == nil, "it was sent again before the others were through")
        #expect(try await worker.metric("consumption_in_flight") == 1)
        #expect(try await worker.wait { world.production.accepted().count == 1000 })
        #expect(world.production.arrivals().count { $0.transactionID == hanging } == 2)
        #expect(try await worker.wait { try await worker.hasNothingLeft(partitions: Self.partitions) })
        #expect(await worker.stop().status == 0)
    }
}
