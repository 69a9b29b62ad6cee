extension UnixTime {
    /// The date in UTC to the millisecond, such as `2026-11-30T12:00:00.000Z`.
    package var iso8601: String {
        let day = floorDivide(milliseconds, by: 86_400_000)
        let (year, month, dayOfMonth) = Self.civilDate(ofDay: day)
        // The day may begin before the first moment that the type can hold.
        let rest = milliseconds &- day &* 86_400_000
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { Self.digits($0, 2) }
        return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(dayOfMonth, 2))"
            + "T\(clock.joined(separator: ":")).\(Self.digits(rest % 1000, 3))Z"
    }

    /// The time of day in UTC to the second, such as `12:00:00 UTC`.
    package var clock: String { "\(iso8601.dropFirst(11).prefix(8)) UTC" }

    /// Gregorian date of a day counted from 1970-01-01: years are taken to begin in March, so that the leap day is the last.
    private static func civilDate(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
