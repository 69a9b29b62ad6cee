import ConsumptionRules
import Flow

/// How a log line is written: for machines or for people.
package enum LogFormat: String, Sendable {
    /// One JSON object a line.
    case json
    /// `time LEVEL message name=value …`
    case text

    func render(_ line: LogLine, at date: UnixTime) -> [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .json: Self.appendJSON(line, at: date, to: &bytes)
        case .text: Self.appendText(line, at: date, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private static func appendJSON(_ line: LogLine, at date: UnixTime, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { writer in
            writer.object { writer in
                writer.member("time", date.iso8601)
                writer.member("level", line.level.name)
                writer.member("message", line.message)
                for field in line.fields {
                    writer.key(spelling: field.name)
                    switch field.value {
                    case .text(let text): writer.value(text)
                    case .integer(let integer): writer.value(integer)
                    }
                }
            }
        }
    }

    private static func appendText(_ line: LogLine, at date: UnixTime, to bytes: inout [UInt8]) {
        let level = line.level.name.uppercased()
        bytes.append(contentsOf: "\(date.iso8601) \(level) \(line.message)".utf8)
        for field in line.fields {
            bytes.append(contentsOf: " \(field.name)=".utf8)
            switch field.value {
            case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
            case .text(let text) where text.utf8.allSatisfy(isPlain): bytes.append(contentsOf: text.utf8)
            case .text(let text): JSONWriter.append(to: &bytes) { $0.value(text) }
            }
        }
    }

    /// Printable, and not apt to be taken for the end of the value.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
    }
}
