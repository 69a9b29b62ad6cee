/// Which offsets above a committed position are done, as text that the broker keeps beside the position: a restart then
/// does not do them again.
///
/// The text is `1.`, the lengths of the runs in turn (open, done, open, done, … from the position on, each in base 36,
/// joined by `.`), and `.` with a checksum of all that in hexadecimal.
package enum CommitMetadata {
    /// The longest text in bytes; brokers take 4,096 by default (`offset.metadata.max.bytes`).
    package static let longest = 4000

    /// Why a text says nothing.
    package enum Unreadable: Error, Hashable, Sendable {
        /// It was not written by this program, or by a later version of it.
        case foreign
        /// It was, and has been changed since.
        case damaged
    }

    /// The text for the offsets that are done above `position`; `nil` when there are too many runs to say.
    ///
    /// Where nothing is done above it there is a text, too: it shows who comes next that the broker keeps such texts.
    package static func text(of done: OffsetRuns, above position: Int64) -> String? {
        var text = "1"
        var end = position
        for run in done.runs {
            text += ".\(String(run.lowerBound - end, radix: 36)).\(String(run.upperBound - run.lowerBound, radix: 36))"
            end = run.upperBound
            guard text.utf8.count + 9 <= longest else { return nil }
        }
        return "\(text).\(checksum(text.utf8))"
    }

    /// Reads a text that was committed along with `position`.
    package static func done(from bytes: [UInt8], above position: Int64) throws(Unreadable) -> OffsetRuns {
        guard bytes.starts(with: "1.".utf8), bytes.count <= longest else { throw .foreign }
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")),
            bytes[(dot + 1)...].elementsEqual(checksum(bytes[..<dot]).utf8)
        else { throw .damaged }
        let numbers = String(decoding: bytes[..<dot].dropFirst(2), as: UTF8.self).split(separator: ".").map {
            Int64($0, radix: 36)
        }
        guard numbers.count % 2 == 0 else { throw .damaged }
        var done = OffsetRuns()
        var end = position
        for index in stride(from: 0, to: numbers.count, by: 2) {
            guard let open = numbers[index], let length = numbers[index + 1], open > 0, length > 0 else {
                throw .damaged
            }
            let (start, overflows) = end.addingReportingOverflow(open)
            let (upper, overflowsToo) = start.addingReportingOverflow(length)
            guard !overflows, !overflowsToo else { throw .damaged }
            done.append(start..<upper)
            end = upper
        }
        return done
    }

    /// FNV-1a: it is to notice accidents, not malice; who may commit for a group can do worse.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> String {
        let hash = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
