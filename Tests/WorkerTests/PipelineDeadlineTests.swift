import AppStoreServer
import Flow
import TestSupport
import Testing

@testable import Worker

@Suite struct PipelineDeadlineTests {
    var world = PipelineWorld()
    /// From `signedDate` to the deadline: Apple's window less the margin.
    static let window = Duration.seconds(12 * 3600 - 300)

    init() { world.assign() }

    @Test mutating func `an event that comes late is dead-lettered at once, one that waits when its turn comes`() {
        world.deliver([world.event(0, age: Self.window)])
        #expect(world.published.map { $0.header("dlq.reason") } == ["DeadlineExceededError"])
        world.deliver([world.event(1, age: Self.window - .seconds(100))], from: 1)
        world.answer(.throttled(for: .seconds(600)))
        world.pass(.seconds(99))
        #expect(world.published.count == 1)
        world.pass(.seconds(1))
        #expect(world.published.count == 2)
        #expect(world.started.count == 1)
    }

    @Test mutating func `an event behind another of its transaction is late when its turn comes`() {
        var second = world.event(1, age: Self.window - .seconds(10))
        second.transactionID = world.event(0).transactionID
        world.deliver([world.event(0), second])
        world.pass(.seconds(10))
        #expect(world.published.isEmpty)
        world.answer(.accepted)
        #expect(world.published.map { $0.header("dlq.reason") } == ["DeadlineExceededError"])
        #expect(world.started.count == 1)
    }

    @Test mutating func `a retry goes before later deadlines again`() {
        world = PipelineWorld { $0.maxInFlight = 1 }
        world.assign()
        world.deliver([world.event(0, age: .seconds(3600)), world.event(1), world.event(2), world.event(3)])
        world.answer(.serverError)
        world.pass(.milliseconds(500))
        world.answer(.accepted)
        for _ in 0..<3 { world.answer(.accepted) }
        #expect(world.started.map { $0.request.path.text.last } == ["0", "1", "0", "2", "3"])
    }

    @Test mutating func `every attempt of an event sends the same bytes`() {
        world.deliver([world.event(0)])
        for _ in 0..<5 {
            world.answer(.serverError)
            while world.requests.isEmpty { world.pass(.seconds(1)) }
        }
        #expect(world.started.count == 6)
        #expect(Set(world.started.map(\.request.body)).count == 1)
    }

    @Test mutating func `time left at acceptance, events near their deadline and expired ones are counted`() {
        let ages = [Duration.zero, Self.window - .seconds(3599), Self.window - .seconds(3600), Self.window]
        world.deliver(ages.enumerated().map { world.event($0.offset, age: $0.element) })
        let labels = #"{app="com.example.game",environment="Production"}"#
        #expect(world.exposition.contains("consumption_events_near_deadline\(labels) 1\n"))
        #expect(!world.exposition.contains(/consumption_events_expired_total\{.*\} [1-9]/))
        world.answerAll(.accepted)
        world.acknowledge()
        let text = world.exposition
        #expect(text.contains("consumption_events_near_deadline\(labels) 0\n"))
        #expect(text.contains("consumption_events_expired_total\(labels) 1\n"))
        #expect(text.contains("consumption_time_left_seconds_bucket{le=\"1800.0\"} 0\n"))
        #expect(text.contains("consumption_time_left_seconds_bucket{le=\"3600.0\"} 2\n"))
        #expect(text.contains("consumption_time_left_seconds_count 3\n"))
    }
}
