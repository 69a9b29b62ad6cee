package import Flow

/// One app in one environment at one endpoint: what Apple limits.
package struct LaneStatus: Sendable, Equatable {
    /// What keeps it from sending, if anything does.
    package enum State: String, Sendable, Comparable {
        /// Apple refuses it.
        case paused
        /// The App Store does not answer, or is only just answering again.
        case unavailable
        /// The App Store has asked for patience.
        case held
        case sending
        case idle

        package static func < (left: State, right: State) -> Bool { left.urgency < right.urgency }

        private var urgency: Int {
            switch self {
            case .paused: 0
            case .unavailable: 1
            case .held: 2
            case .sending: 3
            case .idle: 4
            }
        }
    }

    /// Why Apple's refusals pause it.
    package struct Pause: Sendable, Equatable {
        package var cause: String
        /// Apple's answer in one line, account values left out.
        package var answer: String
        package var since: UnixTime
        package var refusedProbes: Int
        package var nextProbe: UnixTime
        /// What in the configuration may have brought it about.
        package var check: String
    }

    package var app: String
    package var environment: String
    package var endpoint: String
    package var state: State
    /// Requests a second that this worker may start.
    package var ratePerSecond: Double
    /// Requests that it may start right now.
    package var tokens: Int
    package var inFlight: Int
    package var waiting: Int
    package var breaker: String
    /// When it goes on by itself; `nil` when no time is set.
    package var until: UnixTime?
    package var pause: Pause?
}
