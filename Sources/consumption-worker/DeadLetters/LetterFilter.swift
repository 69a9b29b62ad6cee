import Configuration
import Flow
import Kafka

/// Which dead letters are meant; everything that is given must hold.
struct LetterFilter: Equatable, Sendable {
    var reason: String?
    var stage: String?
    var bundleID: String?
    var since: UnixTime?
    /// Excluded itself.
    var until: UnixTime?
    /// Occurs so in the key, the value or the message.
    var text: String?

    func admits(_ letter: FiledLetter) -> Bool {
        Self.agrees(reason, letter.reason) && Self.agrees(stage, letter.stage)
            && Self.agrees(bundleID, letter.bundleID) && admits(letter.failedAt) && hasText(letter)
    }

    private static func agrees(_ wanted: String?, _ found: String?) -> Bool {
        wanted.map { $0.utf8.elementsEqual((found ?? "").utf8) } ?? true
    }

    private func admits(_ time: UnixTime?) -> Bool {
        guard since != nil || until != nil else { return true }
        guard let time else { return false }
        return since.map { $0 <= time } ?? true && until.map { time < $0 } ?? true
    }

    private func hasText(_ letter: FiledLetter) -> Bool {
        guard let text else { return true }
        let places = [letter.record.key, letter.record.value, Array(letter.message.utf8)]
        return places.contains { $0?.contains(text.utf8) ?? false }
    }
}

extension LetterFilter {
    static let options = [reason, stage, app, since, until, text]

    /// - Parameter now: Spans of time count back from it.
    init(_ arguments: Arguments, now: UnixTime) throws(UsageError) {
        reason = arguments[Self.reason]
        stage = try arguments[Self.stage].map(Self.checkedStage)
        bundleID = arguments[Self.app]
        since = try arguments.time(Self.since, now: now)
        until = try arguments.time(Self.until, now: now)
        text = arguments[Self.text]
    }

    private static let stages = ["decode", "rules", "submission", "deadline"]

    private static func checkedStage(_ stage: String) throws(UsageError) -> String {
        guard stages.contains(stage) else {
            throw UsageError(
                "--stage \(stage) is none of \(stages.joined(separator: ", "))",
                suggestion: Spelling.suggestion(for: stage, among: stages)
            )
        }
        return stage
    }

    private static let reason = Option(
        name: "--reason",
        value: "CODE",
        isRequired: false,
        about: "Only those with this first code"
    )
    private static let stage = Option(
        name: "--stage",
        value: "STAGE",
        isRequired: false,
        about: "Only those that ended there: \(stages.joined(separator: ", "))"
    )
    private static let app = Option(
        name: "--app",
        value: "BUNDLE",
        isRequired: false,
        about: "Only those of this bundleId"
    )
    private static let since = Option(
        name: "--since",
        value: "TIME",
        isRequired: false,
        about: "Only those filed since: 2026-11-30, 2026-11-30T12:00:00Z, UNIX ms, or 90m, 2h, 7d ago"
    )
    private static let until = Option(
        name: "--until",
        value: "TIME",
        isRequired: false,
        about: "Only those filed before then"
    )
    private static let text = Option(
        name: "--text",
        value: "TEXT",
        isRequired: false,
        about: "Only those with this in key, value or message"
    )
}
