/// Reads `Retry-After` in every form that is seen: Apple's UNIX milliseconds, UNIX seconds, a delay in seconds, a date.
///
/// [Identifying rate limits](https://developer.apple.com/documentation/appstoreserverapi/identifying-rate-limits)
package enum RetryAfter {
    /// How long to wait from `now` (since 1970); nil for what cannot be read and for a moment that is past.
    ///
    /// A moment is the server's, so it is compared with the server's clock where the `Date` header shows that ours
    /// differs. The caller clamps: the header may ask for years.
    package static func wait(_ header: String, date: String?, now: Duration) -> Duration? {
        guard let meaning = Meaning(header) else { return nil }
        let wait =
            switch meaning {
            case .delay(let delay): delay
            case .moment(let moment): moment - serverTime(date: date, now: now)
            }
        return wait > .zero ? wait : nil
    }

    /// The server's clock.
    ///
    /// `Date` has whole seconds and was written a little earlier, so up to two seconds behind ours is agreement.
    private static func serverTime(date: String?, now: Duration) -> Duration {
        guard let date = date.flatMap(HTTPDate.init) else { return now }
        let lead = now - date.sinceEpoch
        return lead >= .zero && lead < .seconds(2) ? now : date.sinceEpoch
    }

    private enum Meaning {
        case delay(Duration)
        case moment(Duration)

        init?(_ header: String) {
            // The white space around it is off already.
            guard header.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
                guard let date = HTTPDate(header) else { return nil }
                self = .moment(date.sinceEpoch)
                return
            }
            // 15 digits of milliseconds reach the year 33658; more is no time.
            guard header.utf8.count <= 15, let number = Int64(header) else { return nil }
            switch number {
            case 1_000_000_000_000...: self = .moment(.milliseconds(number))
            case 1_000_000_000...: self = .moment(.seconds(number))
            default: self = .delay(.seconds(number))
            }
        }
    }
}
