/// What goes wrong for every request alike; can be changed while the stand-in runs.
package struct StandInFaults: Sendable {
    /// The time that each answer takes.
    package var latency: Duration = .zero
    /// Refuses all tokens, as if the key had been revoked.
    package var refusesTokens = false
    /// The share of requests that get `failure`, 0…1.
    package var failureShare = 0.0
    /// What that share is answered.
    package var failure = StandInAnswer.internalError
    /// How many requests an app may make to one endpoint within any second; the next one is answered with 429.
    package var rateLimit: Int?

    /// No faults.
    package init() {}
}
