import AppStoreServer
import Flow
import Kafka
import Metrics
import TestSupport
import Testing

@testable import Worker

@Suite struct TelemetryTests {
    private var world = PipelineWorld()

    private func lines(_ start: String) -> [Substring] {
        world.exposition.split(separator: "\n").filter { $0.hasPrefix(start) }
    }

    @Test mutating func `a paused partition's lag is what the brokers say, however old the last fetch is`() {
        world = PipelineWorld { $0.maxPending = 2 }
        world.assign(committed: 0)
        world.deliver([world.event(0), world.event(1)])
        world.pass(.seconds(2))
        #expect(world.turn?.pause == [PipelineWorld.partition(0)])
        world.poll([.endOffsets([PipelineWorld.partition(0): 2])])
        world.hear(BrokerCheck(endOffsets: [PipelineWorld.partition(0): 500]))
        world.poll([.endOffsets([PipelineWorld.partition(0): 2])])
        #expect(lines("consumption_consumer_lag{") == ["consumption_consumer_lag{partition=\"0\"} 500"])
    }

    @Test mutating func `the brokers are asked for the ends of paused partitions every 10 seconds`() {
        world = PipelineWorld { $0.maxPending = 2 }
        world.assign(committed: 0)
        world.deliver([world.event(0), world.event(1)])
        for _ in 0..<60 {
            world.hear(BrokerCheck())
            world.pass(.seconds(1))
        }
        #expect(world.questions >= 5)
    }

    @Test(arguments: [true, false])
    mutating func `no series of a partition is left when it has gone`(isLost: Bool) {
        let other = PipelineWorld.partition(1)
        world.assign(0...1, committed: 0)
        world.deliver([world.event(0), world.event(1)])
        world.deliver([world.event(2)], to: 1)
        world.poll([.endOffsets([PipelineWorld.partition(0): 9, other: 9])])
        #expect(lines("").count { $0.contains("partition=\"1\"") } == 5)
        world.answerAll(.accepted)
        if isLost {
            world.poll([.lost([other])])
        } else {
            world.poll([.revoking([other])])
            while world.notes.allSatisfy({ if case .revoked = $0 { false } else { true } }) {
                world.confirmCommit()
                world.pass(.milliseconds(100))
            }
        }
        #expect(lines("").count { $0.contains("partition=\"1\"") } == 0)
        #expect(
            lines("consumption_records_consumed_total{") == ["consumption_records_consumed_total{partition=\"0\"} 2"]
        )
    }

    @Test func `the series of an app are there before its first event, so that the first change is seen`() {
        for app in ["com.example.game", "com.example.other"] {
            for environment in ["Production", "Sandbox"] {
                let labels = "app=\"\(app)\",environment=\"\(environment)\""
                #expect(world.exposition.contains("consumption_submissions_total{\(labels),status=\"429\"} 0\n"))
                #expect(world.exposition.contains("consumption_events_expired_total{\(labels)} 0\n"))
            }
        }
    }

    @Test mutating func `whatever comes in records and answers, labels hold none of it and series stay few`() {
        world.assign()
        let hostile = ["com.example.evil\"} 1", "20000000000000000", "3fa85f64-5717-4562-b3fc-2c963f66afa6"]
        func round(_ number: Int) {
            let values = hostile.map {
                Array(#"{"bundleId":"\#($0)\#(number)","transactionId":"\#($0)\#(number)"}"#.utf8)
            }
            world.deliver(values, from: Int64(number * 10))
            world.deliver([world.event(number)], from: Int64(number * 10 + 5))
            let refusal = AppStoreRefusal(
                status: 400,
                errorCode: 4_009_000 + Int64(number),
                errorMessage: "secret \(number)"
            )
            world.answerAll(.rejected(refusal))
            while !world.published.isEmpty { world.acknowledge() }
            world.pass(.seconds(1))
        }
        for number in 0..<20 { round(number) }
        let before = lines("").count
        for number in 20..<60 { round(number) }
        #expect(world.finished.count == 240)
        #expect(lines("").count == before)
        #expect(!world.exposition.contains("evil") && !world.exposition.contains("secret"))
        #expect(!world.exposition.contains("3fa85f64") && !world.exposition.contains("\"2000"))
    }

    @Test mutating func `an event's trace is the exemplar of its latency, accepted or dead-lettered`() {
        world.assign()
        let traces = ["a", "b"].map { String(repeating: $0, count: 32) }
        for (offset, value) in [world.event(0).bytes, Array("nonsense".utf8)].enumerated() {
            let record = KafkaRecord(
                topicPartition: PipelineWorld.partition(0),
                offset: Int64(offset),
                timestamp: KafkaTimestamp(milliseconds: world.now.date.milliseconds - 2000, source: .producer),
                key: nil,
                value: value,
                headers: [KafkaHeader("traceparent", "00-\(traces[offset])-00f067aa0ba902b7-01")]
            )
            world.poll([.record(record)])
        }
        world.answerAll(.accepted)
        #expect(world.openMetrics.contains("le=\"2.5\"} 1 # {trace_id=\"\(traces[0])\"} 2 "))
        world.pass(.seconds(5))
        world.acknowledge()
        #expect(world.openMetrics.contains("le=\"10.0\"} 2 # {trace_id=\"\(traces[1])\"} 7 "))
        #expect(world.finished.map(\.traceID) == traces)
    }

    @Test mutating func `an answer after the deadline had no time left, which is not less than none`() {
        world.assign()
        world.deliver([world.event(0, age: .seconds(12 * 3600 - 300 - 10))])
        world.pass(.seconds(20))
        world.answer(.accepted)
        #expect(lines("consumption_time_left_seconds_sum") == ["consumption_time_left_seconds_sum 0"])
        #expect(lines("consumption_time_left_seconds_count") == ["consumption_time_left_seconds_count 1"])
    }

    @Test mutating func `a tripped brake shows`() {
        world = PipelineWorld {
            $0.brake = DeadLetterBrake(consecutive: 3, share: 1, over: 1000)
        }
        world.assign()
        #expect(lines("consumption_brake_tripped") == ["consumption_brake_tripped 0"])
        world.deliver([[UInt8]?](repeating: Array("nonsense".utf8), count: 3))
        #expect(lines("consumption_brake_tripped") == ["consumption_brake_tripped 1"])
    }

    @Test func `the time of the loop is divided without a rest among its phases`() throws {
        let clock = SystemClock()
        let desk = StatusDesk(clock: clock)
        let start = clock.now().instant
        desk.turned(at: start + .seconds(3), to: .deciding)
        desk.turned(at: start + .seconds(5), to: .reporting)
        desk.turned(at: start + .seconds(6), to: .ordering)
        desk.turned(at: start + .seconds(10), to: .waiting)
        let spent = desk.spent
        #expect(spent[.deciding] == .seconds(2))
        #expect(spent[.reporting] == .seconds(1))
        #expect(spent[.ordering] == .seconds(4))
        var metrics = WorkerMetrics(build: BuildLabels(version: "", librdkafka: ""))
        metrics.record(spent)
        let text = String(decoding: metrics.exposition(.text).bytes, as: UTF8.self)
        #expect(text.contains("consumption_loop_seconds_total{phase=\"decide\"} 2\n"))
        #expect(text.contains("consumption_loop_seconds_total{phase=\"perform\"} 5\n"))
        // All of it, the present phase included: it began in the future of this test.
        let whole = spent.values.reduce(.zero, +)
        #expect(whole >= .zero && whole < .seconds(3))
    }
}
