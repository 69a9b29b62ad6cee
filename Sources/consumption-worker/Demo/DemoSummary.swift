import Worker

/// The last page of the demo: what came out, and whether it adds up.
struct DemoSummary: Sendable {
    let tally: Tally
    let claims: [Claim]
    /// Where the worker's status page is.
    let pageURL: String
    /// Whether the worker is still there to be looked at.
    let isStillRunning: Bool

    var addsUp: Bool { claims.allSatisfy(\.holds) }

    var text: String {
        [results, deadLetters, retries, latency, check, whereToLook].map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n")
    }

    private var results: [String] {
        [
            row("Produced", tally.produced, "events"),
            row("Accepted", tally.accepted, "by the App Store"),
            row("Dead-lettered", tally.deadLettered, "each with its reasons"),
            row("Duplicates", tally.duplicates, "had been accepted before, so nothing was sent"),
            row(
                "Requests",
                tally.requests,
                "\(grouped(tally.accepted)) accepted, \(grouped(tally.refused)) refused,"
                    + " \(grouped(tally.requests - tally.accepted - tally.refused)) repeated later"
            ),
        ]
    }

    private static let stages: [(DeadLetterReason.Stage, String)] = [
        (.decode, "not readable as an event"), (.rules, "breaks a rule of Apple's or the format's"),
        (.deadline, "too late"), (.submission, "refused by the App Store"),
    ]

    private var deadLetters: [String] {
        let groups = Self.stages.flatMap { stage, title in
            let reasons = (tally.reasons[stage.rawValue] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            guard !reasons.isEmpty else { return [String]() }
            return ["    \(title)"] + reasons.map { "\(leftPadded(grouped($1), to: 8))  \($0)" }
        }
        return ["  Dead letters by their first reason"] + groups
    }

    private static let causes: [(DemoEvent.Stumble, String)] = [
        (.serverError, "server error (500)"), (.rateLimit, "rate limit (429)"),
        (.refusedToken, "token refused (401)"), (.droppedConnection, "connection dropped"),
    ]

    private var retries: [String] {
        let count = tally.retries.values.reduce(0, +)
        let silent = tally.silentRetries
        return ["  Requests that had to be repeated: \(grouped(count))"]
            + Self.causes.map { "\(leftPadded(grouped(tally.retries[$0] ?? 0), to: 8))  \($1)" }
            + (silent > 0 ? ["          (the HTTP library repeated \(grouped(silent)) of these by itself)"] : [])
    }

    private var latency: [String] {
        ["  Time from produced to accepted"]
            + [(0.5, "p50", "half of the events took at most this"), (0.99, "p99", "99 of 100 events did")].map {
                let time = tally.latency($0).map { "\(grouped(Int($0 / .milliseconds(1)))) ms" } ?? "-"
                return "    \($1)  \(leftPadded(time, to: 9))   \($2)"
            }
    }

    private var check: [String] {
        let verdicts = claims.flatMap { claim in
            ["    \(claim.holds ? "yes" : "NO ")  \(claim.text)"] + shown(claim.objections).map { "           \($0)" }
        }
        let verdict = addsUp ? "  Everything adds up." : "  It does NOT add up: see the lines after each NO."
        return ["  Does it add up?"] + verdicts + ["", verdict]
    }

    /// The first few say enough.
    private func shown(_ objections: [String]) -> [String] {
        let most = 8
        let rest = objections.count - most
        return objections.prefix(most) + (rest > 0 ? ["and \(grouped(rest)) more"] : [])
    }

    private var whereToLook: [String] {
        let worker =
            isStillRunning
            ? (pageURL, "the worker's status page, until Ctrl-C")
            : ("consumption-worker demo --keep-running", "leaves it up, to look at its page")
        let places = [worker, ("README.md", "your own Kafka and keys")]
        let width = places.map(\.0.count).max() ?? 0
        return ["  Where to look next"] + places.map { "    \(rightPadded($0, to: width))  \($1)" }
    }

    private func row(_ name: String, _ number: Int, _ meaning: String) -> String {
        "  \(rightPadded(name, to: 13))  \(leftPadded(grouped(number), to: 6))   \(meaning)"
    }
}
