/// Admits so many requests within any second.
struct SlidingWindow {
    private var admitted: [ContinuousClock.Instant] = []

    /// None when the request is admitted, else how long until the next one would be.
    mutating func admit(limit: Int, at now: ContinuousClock.Instant) -> Duration? {
        admitted.removeAll { $0 <= now - .seconds(1) }
        if admitted.count < limit {
            admitted.append(now)
            return nil
        }
        return admitted.first.map { $0 + .seconds(1) - now } ?? .seconds(1)
    }
}
