import ConsumptionRules
import Flow
import Kafka

/// A dead letter for a person who wants to know all of it.
struct LetterExplanation {
    let letter: FiledLetter

    var text: String {
        let pages = codes.compactMap { code in ApplePage.url(for: code).map { "  \(code): \($0)" } }
        let parts = [
            "Dead letter \(letter.place)", section("Why and where from", ours),
            pages.isEmpty ? "" : "Apple's documentation\n" + pages.joined(separator: "\n"),
            section("Headers that it came with", theirs), "Key\n  \(Self.shown(letter.record.key))",
            "Value\n\(value)",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private var codes: [String] {
        (letter.text("dlq.reasons") ?? letter.reason).split(separator: ",").map(String.init)
    }

    private var ours: [(String, String)] { lines(letter.record.headers.filter(Self.isOurs)) }
    private var theirs: [(String, String)] { lines(letter.record.headers.filter { !Self.isOurs($0) }) }

    private static func isOurs(_ header: KafkaHeader) -> Bool { header.name.starts(with: "dlq.".utf8) }

    private func lines(_ headers: [KafkaHeader]) -> [(String, String)] {
        headers.map { header in
            let name = LetterText.printable(String(decoding: header.name, as: UTF8.self))
            let value = Self.shown(header.value) + Self.date(name, header.value)
            return (name, value + (Self.meanings[name].map { "   (\($0))" } ?? ""))
        }
    }

    private func section(_ title: String, _ lines: [(String, String)]) -> String {
        lines.isEmpty ? "" : title + "\n" + CommandHelp.table(lines)
    }

    private var value: String {
        guard let bytes = letter.record.value else { return "  null (a tombstone)" }
        // What is no JSON is shown as it is.
        guard let tree = try? JSONTree(reading: bytes) else { return "  \(Self.shown(bytes))" }
        let lines = String(decoding: tree.bytes(.indented), as: UTF8.self).split(separator: "\n")
        return lines.map { "  " + LetterText.printable(String($0)) }.joined(separator: "\n")
    }

    private static func shown(_ bytes: [UInt8]?) -> String {
        guard let bytes else { return "null" }
        return bytes.isEmpty ? "empty" : LetterText.printable(String(decoding: bytes, as: UTF8.self))
    }

    private static func date(_ name: String, _ value: [UInt8]?) -> String {
        guard name.hasSuffix("-at") || name == "dlq.timestamp", let value,
            let milliseconds = Int64(String(decoding: value, as: UTF8.self))
        else { return "" }
        return " = \(UnixTime(milliseconds: milliseconds).iso8601)"
    }

    private static let meanings = [
        "dlq.reason": "the first code", "dlq.reasons": "every code", "dlq.message": "for a person",
        "dlq.stage": "how far it came: decode, rules, submission, deadline",
        "dlq.topic": "where it was read", "dlq.partition": "its partition there",
        "dlq.offset": "its offset there", "dlq.timestamp": "the record's own time",
        "dlq.group": "the group that read it", "dlq.attempts": "requests sent for it",
        "dlq.first-attempt-at": "its first request", "dlq.last-attempt-at": "its last request",
        "dlq.failed-at": "when it was given up", "dlq.http-status": "of Apple's last answer",
        "dlq.apple-error-code": "Apple's number for it", "dlq.apple-error-message": "Apple's own words",
        "dlq.worker": "who gave it up", "dlq.replays": "how often it had been replayed",
        "dlq.reduced": "1: the value is only the beginning of what came",
        "dlq.value-length": "bytes that came", "dlq.value-sha256": "of the value that came",
    ]
}
