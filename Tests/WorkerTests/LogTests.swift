import AppStoreServer
import ConsumptionRules
import Flow
import Foundation
import Kafka
import TestSupport
import Testing

@testable import Worker

/// What the log says, and what it keeps to itself.
@Suite struct LogTests {
    var world = PipelineWorld()
    private let directory: TemporaryDirectory
    private let path: String
    private let file: FileHandle

    init() throws {
        directory = try TemporaryDirectory()
        path = try directory.write([], to: "log")
        file = try #require(FileHandle(forWritingAtPath: path))
    }

    /// A reporter that writes to a file.
    private func reporter(_ level: LogLine.Level) -> (Reporter, LogWriter) {
        let log = LogWriter(format: .json, level: level, clock: SystemClock(), descriptor: file.fileDescriptor)
        return (PipelineWorld.reporter(log: log, startedAt: world.now.date), log)
    }

    private func lines(_ log: LogWriter) throws -> [[String: Any]] {
        log.flush()
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func messages(_ log: LogWriter) throws -> [String] {
        try lines(log).compactMap { $0["message"] as? String }
    }

    /// One event accepted after a failed attempt, one refused by Apple, one by the rules.
    private mutating func threeEvents() {
        world.assign(committed: 0)
        world.deliver([world.event(0).bytes, world.event(1).bytes, nil])
        let text = "Transaction 2000000123456789 of 3fa85f64-5717-4562-b3fc-2c963f66afa6 is unknown"
        world.answer(.rejected(AppStoreRefusal(status: 400, errorCode: 4_000_006, errorMessage: text)), at: 1)
        world.answer(.timeout)
        world.pass(.seconds(60))
        world.answerAll(.accepted)
        while !world.published.isEmpty { world.acknowledge() }
    }

    @Test mutating func `at debug every event and every failed attempt has its line`() throws {
        threeEvents()
        var (reporter, log) = reporter(.debug)
        reporter.report(world.notes.map { .note($0) }, of: world.pipeline, at: world.now)
        let messages = try messages(log).filter { $0.hasPrefix("event") || $0.hasPrefix("attempt") }
        #expect(messages.sorted() == ["attempt failed", "event accepted", "event refused", "event refused"])
    }

    @Test mutating func `lines about an event name the trace that its record belongs to`() throws {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        world.assign(committed: 0)
        world.poll([
            .record(
                KafkaRecord(
                    topicPartition: PipelineWorld.partition(0),
                    offset: 0,
                    timestamp: nil,
                    key: nil,
                    value: world.event(0).bytes,
                    headers: [KafkaHeader("traceparent", "00-\(trace)-00f067aa0ba902b7-00")]
                )
            )
        ])
        world.answer(.timeout)
        world.pass(.seconds(60))
        world.answerAll(.accepted)
        var (reporter, log) = reporter(.debug)
        reporter.report(world.notes.map { .note($0) }, of: world.pipeline, at: world.now)
        let named = try lines(log).filter { $0["traceId"] as? String == trace }
        #expect(named.map { $0["message"] as? String } == ["attempt failed", "event accepted"])
    }

    @Test mutating func `at info only final failures have a line, with reason and what to do`() throws {
        threeEvents()
        var (reporter, log) = reporter(.info)
        reporter.report(world.notes.map { .note($0) }, of: world.pipeline, at: world.now)
        let refusals = try lines(log).filter { ($0["message"] as? String)?.hasPrefix("partitions") == false }
        #expect(refusals.map { $0["message"] as? String } == ["event refused", "event refused"])
        #expect(refusals.allSatisfy { $0["level"] as? String == "error" && $0["next"] != nil })
        #expect(
            Set(refusals.compactMap { $0["reason"] as? String }) == ["InvalidTransactionIdError", "TombstoneError"]
        )
    }

    @Test mutating func `transaction ids and account tokens that Apple repeats are cut short`() throws {
        threeEvents()
        var (reporter, log) = reporter(.debug)
        reporter.report(world.notes.map { .note($0) }, of: world.pipeline, at: world.now)
        log.flush()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("Transaction …6789 of 3fa85f64… is unknown"))
        #expect(!text.contains("2000000123456789") && !text.contains("2c963f66afa6"))
    }

    @Test mutating func `a thousand refusals for one reason are two lines in two minutes`() throws {
        world = PipelineWorld { $0.brake = DeadLetterBrake(consecutive: 10_000, share: 1, over: 100_000) }
        world.assign(committed: 0)
        world.deliver(Array(repeating: nil, count: 1000))
        while !world.published.isEmpty { world.acknowledge() }
        var (reporter, log) = reporter(.info)
        let notes = world.notes.map { Action.note($0) }
        reporter.report(notes.dropLast(), of: world.pipeline, at: world.now)
        world.pass(.seconds(61))
        reporter.report(notes.suffix(1), of: world.pipeline, at: world.now)
        let refusals = try lines(log).filter { $0["message"] as? String == "event refused" }
        #expect(refusals.map { $0["alike"] as? Int } == [nil, 998])
    }

    @Test mutating func `the end of a state tells since when it had lasted`() throws {
        var (reporter, log) = reporter(.info)
        let began = world.now.date
        let lane = LaneID(app: 0, environment: .production, endpoint: .v2)
        let begins: [Note] = [
            .missing(.brokers, KafkaError(code: .timedOut, reason: ""), topic: nil),
            .stalled([.joining]), .lanePaused(lane, AppStoreRefusal(status: 401)),
            .breakerOpened(lane, .unanswered(TransportFailure(.timeout, reason: ""))),
        ]
        reporter.report(begins.map { .note($0) }, of: world.pipeline, at: world.now)
        world.pass(.seconds(30))
        let ends: [Note] = [.restored(.brokers), .stallOver, .laneResumed(lane), .breakerClosed(lane)]
        reporter.report(ends.map { .note($0) }, of: world.pipeline, at: world.now)
        let told = try lines(log).suffix(4)
        #expect(told.allSatisfy { $0["since"] as? String == began.iso8601 })
    }

    @Test mutating func `one line a minute says how it goes, with what was new in it`() throws {
        var (reporter, log) = reporter(.info)
        threeEvents()
        let notes = world.notes.map { Action.note($0) }
        reporter.report([], of: world.pipeline, at: world.now)
        reporter.report(notes, of: world.pipeline, at: world.now)
        for _ in 0..<150 {
            world.pass(.seconds(1))
            reporter.report([], of: world.pipeline, at: world.now)
        }
        let summaries = try lines(log).filter { $0["message"] as? String == "summary" }
        #expect(summaries.map { $0["accepted"] as? Int } == [1, 0])
        #expect(summaries.map { $0["refused"] as? Int } == [2, 0])
        #expect(summaries.first?["partitions"] as? Int == 1)
    }

    @Test func `text lines are for people, and nothing that is in them can begin another line`() {
        let line = LogLine(.warning, "rate limit reached", [.text("app", "a b\n2026 ERROR"), .integer("alike", 3)])
        let text = String(decoding: LogFormat.text.render(line, at: UnixTime(milliseconds: 0)), as: UTF8.self)
        #expect(text == "1970-01-01T00:00:00.000Z WARNING rate limit reached app=\"a b\\n2026 ERROR\" alike=3\n")
    }
}
