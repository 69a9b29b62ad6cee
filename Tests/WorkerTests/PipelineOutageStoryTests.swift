import AppStoreServer
import Flow
import Kafka
import TestSupport
import Testing

@testable import Worker

/// What has gone wrong elsewhere in outages and at limits: the numbers are those of Tests/Stories.md.
@Suite struct PipelineOutageStoryTests {
    var world = PipelineWorld()

    @Test mutating func `R47 after an outage of a minute the first second keeps the limit, and few lines tell of it`() {
        var (log, lineCount) = (NoteLines(), 0)
        func countLines(_ world: inout PipelineWorld) {
            for note in world.notes where log.line(for: note, naming: { _ in "app" }, at: world.now) != nil {
                lineCount += 1
            }
            world.notes = []
        }
        world = PipelineWorld { $0.maxInFlight = 200 }
        for partition in 0..<2 as Range<Int32> { world.assign(partition...partition, of: 2) }
        world.deliver((0..<500).map { world.event($0) })
        for _ in 0..<600 {
            world.answerAll(.timeout)
            world.pass(.milliseconds(100))
            countLines(&world)
        }
        let attempts = world.started.count
        var accepted = 0
        for _ in 0..<200_000 where accepted < 500 {
            world.answerAll(.accepted)
            world.pass(.milliseconds(10))
            accepted += world.finished.count
            countLines(&world)
        }
        #expect(accepted == 500)
        #expect(lineCount < 20)
        let times = world.started[attempts...].map(\.at.instant)
        for (first, last) in zip(times, times.dropFirst(50)) { #expect(last - first > .seconds(1)) }
    }

    @Test mutating func `R48 an hour of refusals for the limit holds no more than memory may hold`() {
        world = PipelineWorld { $0.maxPending = 100 }
        world.assign()
        var (isPaused, next) = (false, 0)
        func heed(_ turn: ConsumerTurn?) {
            if turn?.pause.isEmpty == false { isPaused = true }
            if turn?.resume.isEmpty == false { isPaused = false }
        }
        for _ in 0..<3600 {
            let room = isPaused ? 0 : min(world.turn?.maximumEvents ?? 0, 30)
            world.deliver((next..<next + room).map { world.event($0) }, from: Int64(next))
            next += room
            heed(world.turn)
            world.answerOutstanding(.throttled(for: .seconds(1)))
            world.pass(.seconds(1))
            heed(world.turn)
            #expect(world.pipeline.openCount <= 100)
        }
        #expect(next == 100)
        #expect(world.finished.isEmpty)
        #expect(world.published.isEmpty)
    }

    @Test mutating func `R49 answers that take 20 to 800 ms leave the limit used`() {
        var random = SeededGenerator(seed: 49)
        world.assign()
        world.deliver((0..<4000).map { world.event($0) })
        var due: [UInt64: Instant] = [:]
        let begin = world.started.count
        for _ in 0..<6000 {
            for index in world.requests.indices.reversed() {
                let ticket = world.requests[index].ticket
                let latency = Duration.milliseconds(Int.random(in: 20...800, using: &random))
                let at = due[ticket] ?? world.now.instant + latency
                due[ticket] = at
                guard at <= world.now.instant else { continue }
                due[ticket] = nil
                world.answer(.accepted, at: index)
            }
            world.pass(.milliseconds(10))
        }
        #expect(world.started.count - begin >= 60 * 50 * 95 / 100)
    }

    @Test mutating func `R62 a record without a time, or with one of tomorrow, says nothing about latency`() {
        world.assign()
        let tomorrow = KafkaTimestamp(milliseconds: world.now.date.milliseconds + 86_400_000, source: .producer)
        let now = KafkaTimestamp(milliseconds: world.now.date.milliseconds, source: .producer)
        for (offset, timestamp) in [nil, tomorrow, now].enumerated() {
            let record = KafkaRecord(
                topicPartition: PipelineWorld.partition(0),
                offset: Int64(offset),
                timestamp: timestamp,
                key: nil,
                value: world.event(offset).bytes,
                headers: []
            )
            world.poll([.record(record)])
        }
        world.answerAll(.accepted)
        #expect(world.finished.count == 3)
        #expect(world.exposition.contains("consumption_event_latency_seconds_count 1\n"))
    }
}
