import Flow

extension Instant {
    static func at(_ duration: Duration) -> Instant {
        Instant(nanoseconds: 0) + duration
    }
}

extension UnixTime {
    static func at(_ duration: Duration) -> UnixTime {
        UnixTime(milliseconds: 1_800_000_000_000) + duration
    }
}

extension Moment {
    static func at(_ duration: Duration) -> Moment {
        Moment(instant: .at(duration), date: .at(duration))
    }
}
