import AppStoreServer
import Flow
import Foundation
import Kafka
import TestSupport
import Testing

@testable import Worker

/// What a status says of a worker: the sentence on top, what is wrong, apps, partitions and refusals.
@Suite struct StatusTests {
    var world = PipelineWorld()

    private func object() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(world.status.json)) as? [String: Any])
    }

    private mutating func pauseGame() {
        world.deliver((0..<3).map { world.event($0) })
        for _ in 0..<4 {
            world.pass(.seconds(1))
            world.answerOutstanding(.unauthorized)
        }
    }

    @Test mutating func `a worker with nothing to do is good, and says that it is idle`() {
        world.assign(committed: 0)
        #expect(world.status.state == .good)
        #expect(world.status.isReady)
        #expect(world.status.summary == "Idle: every event that came is finished.")
    }

    @Test mutating func `a worker without partitions of its own says who has them`() {
        world.poll([.assigned([])])
        #expect(world.status.summary == "Idle: other workers of the group have all partitions.")
    }

    @Test mutating func `a paused app is on top, with Apple's answer, its beginning and the next probe`() throws {
        world.assign(committed: 0)
        pauseGame()
        let since = try #require(world.status.apps.first?.pause?.since)
        world.pass(.seconds(20))
        let status = world.status
        #expect(status.state == .trouble)
        #expect(status.summary == "com.example.game (Production) is paused: Apple refuses it with HTTP 401.")
        #expect(status.problems.first?.since == since)
        #expect(status.problems.first?.next.hasPrefix("Check key, issuer id, key id and bundle id.") == true)
        let lane = try #require(status.apps.first)
        #expect((lane.app, lane.state, lane.waiting) == ("com.example.game", .paused, 3))
        #expect(lane.pause?.refusedProbes == 1)
        #expect(try #require(lane.pause).nextProbe > status.at)
    }

    @Test mutating func `a server that does not answer is a notice`() {
        world.assign(committed: 0)
        world.deliver((0..<10).map { world.event($0) })
        world.answerOutstanding(.timeout)
        #expect(world.problems == ["The App Store does not answer for com.example.game (Production)"])
        #expect(world.status.state == .notice)
        #expect(world.status.apps.first?.state == .unavailable)
        #expect(world.status.apps.first?.breaker == "open")
    }

    @Test mutating func `an app that Apple holds back says until when`() throws {
        world.assign(committed: 0)
        world.deliver([world.event(0)])
        world.answer(.throttled(for: .seconds(60)))
        let lane = try #require(world.status.apps.first)
        #expect(lane.state == .held)
        #expect(try #require(lane.until) >= world.now.date + .seconds(60))
        #expect(world.status.state == .good)
    }

    @Test mutating func `each thing that is missing of Kafka is trouble`() {
        world.assign(committed: 0)
        let missing = KafkaError(code: .unknownTopicOrPartition, reason: "unknown topic")
        world.hear(BrokerCheck(error: missing, topic: PipelineWorld.topic))
        world.poll([.failure(KafkaError(code: .topicAuthorizationFailed, reason: "not authorised"))])
        world.hear(BrokerCheck(error: KafkaError(code: .timedOut, reason: "timed out")))
        #expect(
            world.problems == [
                "No broker answers: timed out", "A topic cannot be read: unknown topic",
                "Kafka refuses access: not authorised",
            ]
        )
        #expect(!world.status.isReady)
        #expect(world.status.summary == "No broker answers: timed out; and 2 more.")
    }

    @Test mutating func `dead letters that the broker does not take are trouble since the oldest came`() {
        world.assign(committed: 0)
        let since = world.now.date
        world.deliver([nil, nil])
        world.acknowledge(KafkaError(code: .messageTimedOut, reason: "timed out"))
        world.pass(.seconds(9))
        #expect(world.problems == ["The broker does not take 1 dead letters, outcomes or parked records"])
        #expect(world.status.problems.first?.since == since)
    }

    @Test mutating func `work that stands still is trouble`() {
        world.assign(committed: 0)
        world.poll([.endOffsets([PipelineWorld.partition(0): 5])])
        for _ in 0..<11 { world.pass(.seconds(60)) }
        #expect(world.problems.first?.hasPrefix("Work stands still: consumption-events[0] has records") == true)
    }

    @Test mutating func `the brake is trouble, and the end that follows a notice`() {
        world = PipelineWorld { $0.brake = DeadLetterBrake(consecutive: 3, share: 1, over: 1000) }
        world.assign(committed: 0)
        world.deliver([nil, nil, nil])
        #expect(world.problems == ["The dead-letter brake has tripped: 3 dead letters in a row"])
        world.pass(.seconds(61))
        #expect(world.problems == ["The worker is ending"])
        #expect(!world.status.isReady)
    }

    @Test mutating func `events close to their deadline are trouble`() {
        world.assign(committed: 0)
        world.deliver([world.event(0, age: .seconds(11 * 3600))])
        #expect(world.problems == ["1 events have less than an hour left until their deadline"])
    }

    @Test mutating func `a worker that waits for its group says so`() {
        #expect(world.problems == ["The consumer group has given no partitions yet"])
        #expect(world.status.state == .notice)
    }

    @Test mutating func `a partition shows position, lag, what is open and since when`() throws {
        world.assign(committed: 0)
        let since = world.now.date
        world.deliver((0..<5).map { world.event($0) })
        world.answer(.accepted, at: 4)
        world.poll([.endOffsets([PipelineWorld.partition(0): 9])])
        world.pass(.seconds(3))
        let partition = try #require(world.status.partitions.first)
        #expect((partition.name, partition.position, partition.end, partition.lag) == ("0", 0, 9, 9))
        #expect((partition.open, partition.oldestOffset, partition.oldestSince) == (4, 0, since))
        #expect(partition.paused == nil)
    }

    @Test mutating func `a partition that is held back says why`() {
        world = PipelineWorld { $0.maxPending = 2 }
        world.assign(committed: 0)
        world.deliver((0..<2).map { world.event($0) })
        world.pass(.seconds(2))
        #expect(world.status.partitions.first?.paused == "memory is full")
        #expect(world.problems == ["Memory is full, so nothing more is read"])
    }

    @Test mutating func `a refusal shows enough to find the event by, and no more`() throws {
        world.assign(committed: 0)
        world.deliver([world.event(0xABC)])
        let message = "Transaction 2000000123456789 of account 3fa85f64-5717-4562-b3fc-2c963f66afa6 is unknown"
        world.answer(.rejected(AppStoreRefusal(status: 400, errorCode: 4_000_006, errorMessage: message)))
        world.acknowledge()
        let refusal = try #require(world.status.refusals.first)
        #expect(refusal.record == "0:0")
        #expect(refusal.event == "00000000…")
        #expect(refusal.app == "com.example.game")
        #expect((refusal.reason, refusal.stage) == ("InvalidTransactionIdError", "submission"))
        #expect(refusal.message.hasSuffix("Transaction …6789 of account 3fa85f64… is unknown"))
        let shown = String(decoding: world.status.json, as: UTF8.self)
        #expect(!shown.contains("2000000123456789") && !shown.contains("b3fc"))
    }

    @Test mutating func `only the last ten refusals are kept, the newest first`() {
        world = PipelineWorld { $0.brake = DeadLetterBrake(consecutive: 100, share: 1, over: 1000) }
        world.assign(committed: 0)
        world.deliver(Array(repeating: nil, count: 25))
        while !world.published.isEmpty { world.acknowledge() }
        #expect(world.status.refusals.map(\.record) == (15..<25).reversed().map { "0:\($0)" })
        #expect(world.status.totals == Status.Totals(consumed: 25, refused: 25))
    }

    @Test mutating func `the JSON has every member that the README names, and times in UTC`() throws {
        world.assign(committed: 0)
        pauseGame()
        world.deliver([nil], from: 3)
        world.acknowledge()
        let status = try object()
        #expect(
            Set(status.keys) == [
                "at", "startedAt", "state", "summary", "ready", "problems", "totals", "waiting", "inFlight", "lag",
                "apps",
                "partitions", "refusals", "flow", "product",
            ]
        )
        let apps = try #require(status["apps"] as? [[String: Any]])
        let pause = try #require(apps.first?["pause"] as? [String: Any])
        #expect(pause["cause"] as? String == "HTTP 401")
        #expect((pause["since"] as? String)?.hasSuffix("Z") == true)
        #expect(apps.last?["pause"] is NSNull)
        #expect((status["partitions"] as? [[String: Any]])?.first?["open"] as? Int == 3)
        #expect((status["refusals"] as? [[String: Any]])?.first?["reason"] as? String == "TombstoneError")
        #expect((status["problems"] as? [[String: Any]])?.count == 1)
    }
}
