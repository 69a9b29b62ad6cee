import Flow
import Foundation
import TestSupport
import Testing
import Worker

/// Liveness and the forced end: what they say, and how often.
@Suite(.timeLimit(.minutes(1))) struct LivenessTests {
    let directory: TemporaryDirectory
    let path: String
    let log: LogWriter
    private let file: FileHandle

    init() throws {
        directory = try TemporaryDirectory()
        path = try directory.write([], to: "log")
        file = try #require(FileHandle(forWritingAtPath: path))
        log = LogWriter(format: .json, level: .info, clock: SystemClock(), descriptor: file.fileDescriptor)
    }

    private func lines() throws -> [String] {
        log.flush()
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func `R22 a loop that stands still is a fault, and the log says once what everybody was at`() throws {
        let desk = StatusDesk(clock: SystemClock())
        desk.turned(at: SystemClock().now().instant + .seconds(-31), to: .ordering)
        desk.turnsKafka(true)
        let liveness = Liveness(desk: desk, log: log)
        for _ in 0..<3 {
            let reason = liveness.checks(patience: .zero).reasons.first
            #expect(reason?.hasPrefix("the loop has not turned for 31 s") == true)
        }
        let said = try lines()
        #expect(said.count == 3)
        #expect(said.count { $0.contains("the loop stands still") } == 1)
        #expect(said.contains { $0.contains(#""what":"loop""#) && $0.contains(#""duty":"ordering""#) })
        #expect(said.contains { $0.contains(#""what":"kafka consumer""#) && $0.contains("in a turn for 0 s") })
        desk.turned(at: SystemClock().now().instant, to: .waiting)
        #expect(liveness.checks(patience: .zero).reasons == [])
        #expect(try lines().last?.contains("the loop turns again") == true)
    }

    @Test func `a loop that is only busy is no fault`() {
        let desk = StatusDesk(clock: SystemClock())
        #expect(Liveness(desk: desk, log: log).checks(patience: .milliseconds(1)).reasons == [])
    }
}
