extension WorkerConfiguration {
    /// When so many dead letters mean that something else is wrong.
    package struct DeadLetters: Equatable, Sendable {
        /// The limits past which the worker stops rather than empty the topic into the dead letters.
        package struct Brake: Equatable, Sendable {
            /// Dead letters in a row, 1 to 1,000,000.
            package var consecutive = 200
            /// Share of dead letters among the last ``over`` events, 0 to 1.
            package var share = 0.5
            /// Events that ``share`` looks at, 1 to 1,000,000.
            package var over = 1_000
            /// How long the worker holds still before it stops, 0 to 1 h.
            package var hold: Duration = .seconds(60)
        }

        package var brake = Brake()
    }

    /// How the worker ends.
    package struct Shutdown: Equatable, Sendable {
        /// How long requests under way may take to finish, 1 ms to 1 h.
        package var grace: Duration = .seconds(30)
        /// A worker whose certificates were renewed ends and begins anew within so long, at a moment of its own, 0 to 1 h.
        package var recycleWithin: Duration = .seconds(60)
    }

    /// Where traces go.
    package struct Tracing: Equatable, Sendable {
        /// A collector that takes OTLP over HTTP; nil turns tracing off.
        package var endpoint: ServiceURL?
    }

    /// What is written to standard error while the worker runs.
    package struct Log: Equatable, Sendable {
        /// Nothing below this level is written.
        package enum Level: String, CaseIterable, Sendable {
            case debug, info, warning, error
        }

        /// The form of a line.
        package enum Format: String, CaseIterable, Sendable {
            /// One JSON object a line, for machines.
            case json
            /// One plain line, for people.
            case text
        }

        package var level = Level.info
        package var format = Format.json
    }
}

extension WorkerConfiguration.DeadLetters {
    mutating func read(_ section: inout Section) {
        section.section("brake") { brake.read(&$0) }
    }
}

extension WorkerConfiguration.DeadLetters.Brake {
    fileprivate mutating func read(_ section: inout Section) {
        section.read("consecutive", into: &consecutive, as: .integer(1...1_000_000))
        section.read("share", into: &share, as: .number("a number from 0 to 1") { (0...1).contains($0) })
        section.read("over", into: &over, as: .integer(1...1_000_000))
        section.read("hold", into: &hold, as: .duration(.zero ... .seconds(3600)))
    }
}

extension WorkerConfiguration.Shutdown {
    mutating func read(_ section: inout Section) {
        section.read("grace", into: &grace, as: .duration(.milliseconds(1) ... .seconds(3600)))
        section.read("recycleWithin", into: &recycleWithin, as: .duration(.zero ... .seconds(3600)))
    }
}

extension WorkerConfiguration.Tracing {
    mutating func read(_ section: inout Section) {
        section.read("endpoint", into: &endpoint, as: .collector)
    }
}

extension WorkerConfiguration.Log {
    mutating func read(_ section: inout Section) {
        section.read("level", into: &level, as: .choice)
        section.read("format", into: &format, as: .choice)
    }
}
