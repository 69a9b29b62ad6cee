/// A date of an HTTP header in the form that servers must send: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// The two obsolete forms of [RFC 9110, 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7) are not read.
struct HTTPDate {
    /// Since 1970.
    let sinceEpoch: Duration

    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].last == ",", parts[5] == "GMT",
            let day = Int64(parts[1]), (1...31).contains(day),
            let month = Self.months.firstIndex(of: String(parts[2])),
            let year = Int64(parts[3]), (1970...9999).contains(year),
            let secondOfDay = Self.secondOfDay(parts[4])
        else { return nil }
        sinceEpoch = .seconds(Self.daysSinceEpoch(year: year, month: Int64(month) + 1, day: day) * 86_400 + secondOfDay)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func secondOfDay(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Counts years from March, so that the leap day is the last of its year.
    private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
