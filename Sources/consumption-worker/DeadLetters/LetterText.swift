import ConsumptionRules
import Flow

/// How a dead letter is written on one line: for people as a row, for programs as JSON.
enum LetterText {
    /// The heads of the columns.
    static let head = row(["PLACE", "FILED AT", "STAGE", "REASON", "APP"], "MESSAGE")

    /// A row of the table; the message is cut, `show` has all of it.
    static func row(_ letter: FiledLetter) -> String {
        let time = letter.failedAt.map { String($0.iso8601.prefix(19)) + "Z" } ?? "-"
        return row(
            ["\(letter.place)", time, letter.stage, letter.reason, letter.bundleID ?? "-"].map(printable),
            String(printable(letter.message).prefix(80))
        )
    }

    /// A JSON object without line breaks.
    static func json(_ letter: FiledLetter) -> String {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { writer in
            writer.object { write(letter, to: &$0) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with nothing in it that would steer a terminal.
    static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "?" : $0 }))
    }

    private static func row(_ cells: [String], _ last: String) -> String {
        zip(cells, [10, 20, 10, 40, 24]).map { rightPadded($0, to: $1) + "  " }.joined() + last
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func write(_ letter: FiledLetter, to writer: inout JSONWriter) {
        writer.member("partition", letter.place.partition)
        writer.member("offset", letter.place.offset)
        for (name, text) in texts(letter) {
            if let text { writer.member(name, text) }
        }
        for (name, header) in numbers {
            if let number = letter.number(header) { writer.member(name, number) }
        }
        writer.member("replays", letter.replays)
        if letter.isReduced { writer.member("reduced", true) }
    }

    private static func texts(_ letter: FiledLetter) -> [(StaticString, String?)] {
        [
            ("failedAt", letter.failedAt?.iso8601), ("stage", letter.text("dlq.stage")),
            ("reason", letter.text("dlq.reason")), ("reasons", letter.text("dlq.reasons")),
            ("message", letter.text("dlq.message")), ("bundleId", letter.bundleID),
            ("transactionId", letter.transactionID), ("notificationUUID", letter.notificationUUID),
            ("originTopic", letter.text("dlq.topic")), ("worker", letter.text("dlq.worker")),
            ("appleErrorMessage", letter.text("dlq.apple-error-message")),
        ]
    }

    private static let numbers: [(StaticString, String)] = [
        ("originPartition", "dlq.partition"), ("originOffset", "dlq.offset"), ("attempts", "dlq.attempts"),
        ("httpStatus", "dlq.http-status"), ("appleErrorCode", "dlq.apple-error-code"),
        ("valueLength", "dlq.value-length"),
    ]
}
