package import Flow

/// Something out of the ordinary: what it is, since when, and what to do.
package struct Problem: Sendable, Equatable {
    package enum Level: String, Sendable {
        /// It goes by itself.
        case notice
        /// Somebody should look.
        case trouble
    }

    package var level: Level
    /// A sentence without its full stop.
    package var what: String
    /// `nil` when nobody kept the time.
    package var since: UnixTime?
    package var next: String
}
