import AppStoreServer
import ConsumptionRules
import Flow
import Foundation
import Kafka
import Testing

@testable import Worker

/// What `/readyz` and `/healthz` say in each state of the worker, and for how long it has been so.
@Suite struct ProbeTests {
    /// A state of the worker, made a minute ago, and what the probes are to say.
    struct State: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: String
        let reason: String
        var brings: @Sendable (inout PipelineWorld) -> Void
    }

    static let unready: [State] = [
        State(
            testDescription: "silent brokers",
            check: "brokers",
            reason: "no broker answers: timed out"
        ) { world in
            world.hear(BrokerCheck(error: KafkaError(code: .timedOut, reason: "timed out")))
        },
        State(testDescription: "topic missing", check: "topics", reason: "a topic cannot be read: ") { world in
            let error = KafkaError(code: .unknownTopicOrPartition, reason: "unknown topic")
            world.hear(BrokerCheck(error: error, topic: PipelineWorld.topic))
        },
        State(testDescription: "access refused", check: "access", reason: "kafka refuses access: ") { world in
            world.poll([.failure(KafkaError(code: .topicAuthorizationFailed, reason: "not authorised"))])
        },
        State(
            testDescription: "dead letters not publishable",
            check: "publishing",
            reason: "1 dead letters, outcomes or parked records wait for the broker"
        ) { world in
            world.deliver([nil])
            world.acknowledge(KafkaError(code: .messageTimedOut, reason: "timed out"))
        },
        State(
            testDescription: "every lane paused",
            check: "apps",
            reason: "the App Store refuses every app that has events waiting"
        ) { world in
            world.deliver([world.event(0)])
            world.answerOutstanding(.unauthorized)
            world.answerOutstanding(.unauthorized)
        },
        State(testDescription: "brake", check: "brake", reason: "the dead-letter brake has tripped") { world in
            world.deliver([nil, nil, nil])
        },
        State(testDescription: "draining", check: "running", reason: "the worker is ending") { world in
            world.deliver([world.event(0)])
            world.stop()
        },
        State(
            testDescription: "position lost",
            check: "running",
            reason: "the worker is ending: the position of consumption-events[0] is not in the log"
        ) { world in
            world.deliver([world.event(0)])
            let partition = PipelineWorld.partition(0)
            world.poll([
                .positionLost(PositionLoss(topicPartition: partition, position: 5, available: 10..<20, reason: ""))
            ])
        },
    ]

    private static func world() -> PipelineWorld {
        PipelineWorld {
            $0.brake = DeadLetterBrake(consecutive: 3, share: 1, over: 1000)
            $0.brakeHold = .seconds(3600)
            $0.grace = .seconds(3600)
        }
    }

    @Test(arguments: unready)
    func `a state that keeps the worker from its work makes it unready, with its age, and leaves it alive`(
        state: State
    ) throws {
        var world = Self.world()
        world.assign(committed: 0)
        #expect(world.view.readiness.reasons == [])
        state.brings(&world)
        // Notes carry no time of their own: what is told of them is told now.
        let chronicled = world.view
        world.pass(.seconds(9))
        let readiness = chronicled.later(world).readiness
        let failing = readiness.filter { !$0.reasons.isEmpty }
        #expect(failing.map(\.name) == [state.check])
        #expect(readiness.reasons.first?.hasPrefix(state.reason) == true, "\(readiness.reasons)")
        #expect(failing.first?.age == .seconds(9))
        #expect(chronicled.later(world).liveness.reasons == [])
    }

    @Test func `a worker that has never had an assignment is not ready, and says since when`() {
        var world = Self.world()
        let start = world.view
        world.pass(.seconds(20))
        let failing = start.later(world).readiness.filter { !$0.reasons.isEmpty }
        #expect(failing == [ProbeCheck(name: "group", reasons: [Hindrance.notJoined.reason], age: .seconds(20))])
    }

    @Test func `liveness shows how long nothing has come, and fails at the limit`() {
        var world = Self.world()
        world.assign(committed: 0)
        world.poll([.endOffsets([PipelineWorld.partition(0): 5])])
        let moved = world.now.instant
        for _ in 0..<9 { world.pass(.seconds(60)) }
        var partitions = world.view.liveness[1]
        #expect(partitions.reasons == [])
        #expect(partitions.age == world.now.instant - moved + .milliseconds(1100))
        #expect(partitions.limit == .seconds(600))
        for _ in 0..<2 { world.pass(.seconds(60)) }
        partitions = world.view.liveness[1]
        #expect(partitions.reasons == ["consumption-events[0] has records, but none was taken or finished"])
    }

    @Test func `the answer has all reasons, and each check with its age and limit`() throws {
        let checks = [
            ProbeCheck(name: "loop", reasons: [], age: .milliseconds(1900), limit: .seconds(30)),
            ProbeCheck(name: "group", reasons: ["a \"reason\"", "another"], age: .seconds(700), limit: .seconds(600)),
            ProbeCheck(name: "apps", reasons: []),
        ]
        let expected = """
            {"status":"unavailable","reasons":["a \\"reason\\"","another"],"checks":{\
            "loop":{"ok":true,"seconds":1,"limitSeconds":30},"group":{"ok":false,"seconds":700,"limitSeconds":600},\
            "apps":{"ok":true}}}

            """
        #expect(String(decoding: checks.json, as: UTF8.self) == expected)
    }
}

extension LoopView {
    /// The same reporter, and what has become of the pipeline since.
    fileprivate func later(_ world: PipelineWorld) -> LoopView {
        LoopView(reporter: reporter, pipeline: world.pipeline, now: world.now)
    }
}
