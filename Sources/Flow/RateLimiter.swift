/// Keeps starts within a number per second, counted over any sliding second and not only from tick to tick.
///
/// It remembers when the last starts were and lets the next one go when the one that is `capacity` before it is a whole
/// window old. A share below one start a second becomes one start in a longer window. The window is a little longer than
/// a second, because what left here a second apart can arrive closer together.
package struct RateLimiter: Sendable {
    /// What a network may compress between two requests, on top of the second itself.
    package static let guardTime = Duration.milliseconds(15)

    private struct Start: Sendable {
        var instant: Instant
        var count: Int
    }

    private var capacity = 0
    private var window = Duration.zero
    private var starts: [Start] = []
    private var head = 0
    private var used = 0
    /// A larger share counts only from here on: until then its former owner's starts may lie within the same second.
    private var increase: (from: Instant, share: Double)?

    private var share = 0.0

    package init() {}

    /// Changes the share: less at once, more only after a whole window.
    package mutating func setShare(_ new: Double, at now: Instant) {
        refresh(at: now)
        increase = nil
        guard new > share else { return apply(new) }
        increase = (now + .seconds(1) + Self.guardTime, new)
    }

    /// Starts per second that this worker may make at `now`.
    package func share(at now: Instant) -> Double {
        if let increase, increase.from <= now { increase.share } else { share }
    }

    /// Takes up to `wanted` starts at `now` in one reservation.
    /// - Returns: How many may start now.
    package mutating func reserve(upTo wanted: Int, at now: Instant) -> Int {
        refresh(at: now)
        let granted = min(wanted, max(0, capacity - used))
        guard granted > 0 else { return 0 }
        used += granted
        if starts.last?.instant == now, head < starts.count {
            starts[starts.count - 1].count += granted
        } else {
            starts.append(Start(instant: now, count: granted))
        }
        return granted
    }

    /// The earliest moment at which a start is possible; `distantFuture` when there is no share at all.
    package mutating func nextFree(at now: Instant) -> Instant {
        refresh(at: now)
        if used < capacity { return now }
        let grows = increase?.from ?? .distantFuture
        guard capacity > 0 else { return grows }
        var surplus = used - capacity
        for start in starts[head...] {
            surplus -= start.count
            if surplus < 0 { return min(grows, start.instant + window) }
        }
        return grows
    }

    private mutating func apply(_ new: Double) {
        share = max(0, new)
        capacity = share <= 0 ? 0 : max(1, Int(share))
        window = (share > 0 && share < 1 ? .seconds(1 / share) : .seconds(1)) + Self.guardTime
    }

    private mutating func refresh(at now: Instant) {
        if let increase, increase.from <= now {
            self.increase = nil
            apply(increase.share)
        }
        while head < starts.count, starts[head].instant + window <= now {
            used -= starts[head].count
            head += 1
        }
        guard head >= 64, head * 2 >= starts.count else { return }
        starts.removeFirst(head)
        head = 0
    }
}
