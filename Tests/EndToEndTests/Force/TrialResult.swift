import Foundation
import Kafka

/// How a trial ended: a line for whoever watches, and a row of the table that `ops/soak` shows.
struct TrialResult: Sendable {
    let name: String
    let broker: String
    let seed: UInt64
    let events: Int
    let blows: Int
    let reckoning: Reckoning
    /// The events that were lost, and where they are on their topic.
    let lost: [String]
    /// Of each kind.
    let repeatsAllowed: Int
    /// Records that the group has not committed past, after all workers have gone.
    let lag: Int
    let isFinished: Bool
    /// With which workers must not have ended.
    let strangeExitCodes: [Int32]

    /// Everything that must not be, in words; empty for a trial that was passed.
    var faults: [String] {
        var faults: [String] = []
        func claim(_ holds: Bool, _ fault: @autoclosure () -> String) { if !holds { faults.append(fault()) } }
        claim(isFinished, "the workers did not finish in time")
        claim(lost.isEmpty, "\(lost.count) events lost: \(lost.prefix(5))")
        claim(reckoning.misjudged.isEmpty, "\(reckoning.misjudged.count) wrong: \(reckoning.misjudged.prefix(5))")
        claim(
            reckoning.duplicates <= repeatsAllowed,
            "\(reckoning.duplicates) accepted twice, of which \(repeatsAllowed) are allowed"
        )
        claim(
            reckoning.repeatedLetters <= repeatsAllowed,
            "\(reckoning.repeatedLetters) dead letters written twice, of which \(repeatsAllowed) are allowed"
        )
        claim(lag == 0, "\(lag) records are not committed")
        claim(strangeExitCodes.isEmpty, "workers ended with \(strangeExitCodes)")
        return faults
    }

    /// Prints the line, and adds the row to the file that FORCE_REPORT names.
    func write() throws {
        say(columns.map { "\($0.title) \($0.value)" }.joined(separator: ", "))
        guard let path = ProcessInfo.processInfo.environment["FORCE_REPORT"] else { return }
        let row = columns.map(\.value).joined(separator: "\t") + "\n"
        guard let file = FileHandle(forWritingAtPath: path) else { throw CocoaError(.fileNoSuchFile) }
        defer { try? file.close() }  // Everything is written by then.
        try file.seekToEnd()
        try file.write(contentsOf: Data(row.utf8))
    }

    private var columns: [(title: String, value: String)] {
        [
            ("trial", name), ("broker", broker), ("librdkafka", "\(KafkaClient.version)"), ("seed", "\(seed)"),
            ("events", "\(events)"), ("blows", "\(blows)"),
            ("lost", "\(reckoning.lost.count)"), ("wrong", "\(reckoning.misjudged.count)"), ("lag", "\(lag)"),
            ("twice", "\(reckoning.duplicates) of \(repeatsAllowed)"),
            ("letters twice", "\(reckoning.repeatedLetters) of \(repeatsAllowed)"),
            ("result", faults.isEmpty ? "passed" : "FAILED"),
        ]
    }
}
