/// Takes tenths off a rate while the server says that it is too high, and gives them back one by one when it no longer
/// does: other senders may share the limit.
struct Slowdown: Sendable {
    /// How many tenths are taken off, 0 to 5.
    private(set) var tenths = 0
    private var deepensFrom: Instant?
    private var easesAt: Instant?

    private static let most = 5
    /// One answer is mostly one of many: a further tenth comes off only after so long, and comes back only after so long.
    private static let interval = Duration.seconds(60)

    /// Takes note of a 429.
    mutating func deepen(at now: Instant) {
        easesAt = now + Self.interval
        guard deepensFrom ?? now <= now else { return }
        tenths = min(tenths + 1, Self.most)
        deepensFrom = now + Self.interval
    }

    /// Gives back what time has earned.
    mutating func ease(at now: Instant) {
        while tenths > 0, let due = easesAt, due <= now {
            tenths -= 1
            easesAt = due + Self.interval
        }
    }
}
