/// One reading of both clocks, taken together: what "now" means to everything that decides.
package struct Moment: Hashable, Sendable {
    package var instant: Instant
    package var date: UnixTime

    package init(instant: Instant, date: UnixTime) {
        self.instant = instant
        self.date = date
    }

    /// When the monotonic clock will stand where the calendar reaches `date`, as far as can be said now.
    package func instant(at date: UnixTime) -> Instant {
        instant + (date - self.date)
    }
}
