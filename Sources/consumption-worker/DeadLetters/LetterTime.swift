import Flow
import FoundationEssentials

/// Reads a moment as people type it.
enum LetterTime {
    /// A date or a date with its time in UTC, UNIX milliseconds, or how long ago it is.
    static func parse(_ text: String, now: UnixTime) -> UnixTime? {
        if let age = age(text) { return UnixTime(milliseconds: now.milliseconds - age) }
        if text.utf8.count >= 11, let milliseconds = Int64(text) { return UnixTime(milliseconds: milliseconds) }
        let whole = text.utf8.count == 10 ? text + "T00:00:00Z" : text
        // What is no date is nil, which says it.
        guard let date = try? Date(whole, strategy: .iso8601) else { return nil }
        return UnixTime(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
    }

    /// `90s`, `30m`, `2h` or `7d` in milliseconds, up to six digits.
    private static func age(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
        guard text.count <= 7, let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            count >= 0
        else { return nil }
        return count * unit
    }
}

extension Arguments {
    /// The moment that an option names; nil when it was not given.
    func time(_ option: Option, now: UnixTime) throws(UsageError) -> UnixTime? {
        guard let text = self[option] else { return nil }
        guard let time = LetterTime.parse(text, now: now) else {
            throw UsageError("\(option.name) \(text) is no time; write 2026-11-30, 2026-11-30T12:00:00Z or 2h")
        }
        return time
    }

    /// The whole number from 1 on that an option names; nil when it was not given.
    func count(_ option: Option) throws(UsageError) -> Int? {
        guard let text = self[option] else { return nil }
        guard let count = Int(text), count >= 1 else {
            throw UsageError("\(option.name) \(text) is no whole number from 1 on")
        }
        return count
    }
}
