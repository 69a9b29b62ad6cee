extension WorkerConfiguration {
    /// How fast and how persistently reports go to Apple.
    package struct Submission: Equatable, Sendable {
        /// Requests per second for one app and endpoint, by the whole consumer group together; over 0, up to 1,000,000.
        package struct RateLimit: Equatable, Sendable {
            package var production = 50.0
            package var sandbox = 5.0
        }

        /// When a report is tried again.
        package struct Retry: Equatable, Sendable {
            /// Upper bound of the first wait, 1 ms to 1 h; each further one is twice as long.
            package var initial: Duration = .milliseconds(500)
            /// Upper bound of every wait, from ``initial`` to 12 h.
            package var maximum: Duration = .seconds(300)
            /// Tries of one report before it becomes a dead letter, 1 to 1,000.
            package var attempts = 10
        }

        /// Until when a report may still be sent.
        package struct Deadline: Equatable, Sendable {
            /// Counted from the notification's signedDate, 1 s to 12 h: Apple waits no longer.
            package var window: Duration = .seconds(12 * 3600)
            /// How long before the end of ``window`` the last try may begin; shorter than the window.
            package var margin: Duration = .seconds(300)
        }

        /// Reports of one app that start together at most, 1 to 1,000.
        package var batchSize = 50
        /// How long a batch waits to fill, 0 to 1 minute.
        package var linger: Duration = .milliseconds(200)
        /// Requests that may be under way at once, 1 to 1,000.
        package var maxInFlight = 64
        /// Records held in memory before partitions are paused, 1 to 1,000,000.
        package var maxPending = 10_000
        /// Records of one held lane before further ones are parked, 1 to ``maxPending``.
        package var parkAfter = 2_000
        package var rateLimit = RateLimit()
        package var retry = Retry()
        package var deadline = Deadline()
    }
}

extension WorkerConfiguration.Submission {
    mutating func read(_ section: inout Section) {
        section.read("batchSize", into: &batchSize, as: .integer(1...1_000))
        section.read("linger", into: &linger, as: .duration(.zero ... .seconds(60)))
        section.read("maxInFlight", into: &maxInFlight, as: .integer(1...1_000))
        section.read("maxPending", into: &maxPending, as: .integer(1...1_000_000))
        section.read("parkAfter", into: &parkAfter, as: .integer(1...1_000_000))
        section.section("rateLimit") { rateLimit.read(&$0) }
        section.section("retry") { retry.read(&$0) }
        section.section("deadline") { deadline.read(&$0) }
        if section.isSound("parkAfter", "maxPending"), section.has("parkAfter"), parkAfter > maxPending {
            section.report(
                "parkAfter",
                Complaint("is over maxPending, so no record would ever be parked", "Write \(maxPending) or less")
            )
        }
    }
}

extension WorkerConfiguration.Submission.RateLimit {
    fileprivate mutating func read(_ section: inout Section) {
        let rate = Reading.number("a number of requests per second, over 0 and up to 1000000") {
            $0 > 0 && $0 <= 1_000_000
        }
        section.read("production", into: &production, as: rate)
        section.read("sandbox", into: &sandbox, as: rate)
    }
}

extension WorkerConfiguration.Submission.Retry {
    fileprivate mutating func read(_ section: inout Section) {
        section.read("initial", into: &initial, as: .duration(.milliseconds(1) ... .seconds(3600)))
        section.read("maximum", into: &maximum, as: .duration(.milliseconds(1) ... .seconds(12 * 3600)))
        section.read("attempts", into: &attempts, as: .integer(1...1_000))
        if section.isSound("initial", "maximum"), maximum < initial {
            section.report(
                "maximum",
                Complaint("is \(maximum.written), shorter than initial", "Write \(initial.written) or more")
            )
        }
    }
}

extension WorkerConfiguration.Submission.Deadline {
    fileprivate mutating func read(_ section: inout Section) {
        section.read("window", into: &window, as: .duration(.seconds(1) ... .seconds(12 * 3600)))
        section.read("margin", into: &margin, as: .duration(.zero ... .seconds(12 * 3600)))
        if section.isSound("window", "margin"), margin >= window {
            section.report(
                "margin",
                Complaint(
                    "is \(margin.written), which leaves nothing of the window",
                    "Write less than \(window.written)"
                )
            )
        }
    }
}
