/// What goes wrong for every request alike; can be changed while the stand-in runs.
package struct StandInFaults: Sendable {
    /// The time that each answer takes.
    package var latency: Duration = .zero
    /// Refuses all tokens, as if the key had been revoked.
    package var refusesTokens = false
    /// Apps whose tokens are refused, as if only their keys had been revoked.
    package var refusedApps: Set<String> = []
    /// How far the store's clock is ahead of this machine's: tokens are judged, and answers dated, by it.
    package var clockLead: Duration = .zero
    /// The share of requests that get one of `failures`, 0…1.
    package var failureShare = 0.0
    /// What that share is answered, each equally often; with none nothing fails.
    package var failures = [StandInAnswer.internalError]
    /// How many requests an app may make to one endpoint within any second; the next one is answered with 429.
    package var rateLimit: Int?

    /// No faults.
    package init() {}
}
