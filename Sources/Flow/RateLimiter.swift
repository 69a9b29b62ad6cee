/// Keeps starts within a share of a limit, counted over any sliding stretch and not only from tick to tick.
///
/// It remembers when the last starts were and lets the next one go when the one that is a share's count before it is a
/// whole window old. The window is a little longer than the limit's period, because what left here a second apart can
/// arrive closer together.
package struct RateLimiter: Sendable {
    /// What a network may compress between two requests, on top of the period itself.
    package static let guardTime = Duration.milliseconds(10)

    private struct Start: Sendable {
        var instant: Instant
        var count: Int
    }

    private var share = RateShare.nothing
    /// A larger share counts only from here on: until then its former owner's starts may lie within the same period.
    private var increase: (from: Instant, share: RateShare)?
    private var slowdown = Slowdown()
    private var starts: [Start] = []
    private var head = 0
    private var used = 0
    private var usedSlot: Int64?
    private let limit: RateLimit

    /// - Parameter limit: What the whole group may start.
    package init(limit: RateLimit) {
        self.limit = limit
    }

    /// Changes the share: less at once, more only after a whole window.
    package mutating func setShare(_ new: RateShare, at now: Instant) {
        refresh(at: now)
        increase = nil
        share = share.kept(in: new)
        if share != new { increase = (now + limit.period + Self.guardTime, new) }
    }

    /// Starts per second that this worker may make at `now`.
    package func share(at now: Instant) -> Double {
        var copy = self
        copy.refresh(at: now)
        return copy.share.perSecond * copy.speed
    }

    /// Starts that may be made at `now`.
    package func tokens(at now: Moment) -> Int {
        var copy = self
        copy.refresh(at: now.instant)
        return max(0, copy.available(at: now))
    }

    /// Takes note of an answer that says that the limit is passed: a tenth less for a while.
    package mutating func throttled(at now: Instant) {
        refresh(at: now)
        slowdown.deepen(at: now)
    }

    /// Takes up to `wanted` starts at `now` in one reservation.
    /// - Returns: How many may start now.
    package mutating func reserve(upTo wanted: Int, at now: Moment) -> Int {
        refresh(at: now.instant)
        let granted = min(wanted, available(at: now))
        guard granted > 0 else { return 0 }
        if case .slots(let slots) = share { usedSlot = nextSlot(of: slots, at: now).number }
        count(granted, at: now.instant)
        return granted
    }

    /// The earliest moment at which a start is possible; `distantFuture` when there is no share at all.
    package mutating func nextFree(at now: Moment) -> Instant {
        refresh(at: now.instant)
        let grows = increase?.from ?? .distantFuture
        switch share {
        case .nothing: return grows
        case .starts: return min(grows, nextBelowCapacity(at: now.instant))
        case .slots(let slots):
            let slot = now.instant(at: nextSlot(of: slots, at: now).begin)
            return min(grows, max(slot, nextBelowCapacity(at: now.instant)))
        }
    }

    /// Counts a start from when its request may have arrived: the next ones would follow a late one too closely.
    package mutating func postpone(_ start: Instant, to arrival: Instant, at now: Instant) {
        refresh(at: now)
        guard arrival + window > now else { return }
        if let index = starts[firstPlace(notBefore: start)...].prefix(while: { $0.instant == start })
            .firstIndex(where: { $0.count > 0 })
        {
            starts[index].count -= 1
            used -= 1
        }
        let place = starts[head...].lastIndex { $0.instant <= arrival }.map { $0 + 1 } ?? head
        if place > head, starts[place - 1].instant == arrival {
            starts[place - 1].count += 1
        } else {
            starts.insert(Start(instant: arrival, count: 1), at: place)
        }
        used += 1
    }

    /// Among the starts that count, which are in the order of their instants.
    private func firstPlace(notBefore instant: Instant) -> Int {
        var (low, high) = (head, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle].instant < instant { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func count(_ granted: Int, at now: Instant) {
        used += granted
        if head < starts.count, starts[starts.count - 1].instant == now {
            starts[starts.count - 1].count += granted
        } else {
            starts.append(Start(instant: now, count: granted))
        }
    }

    /// The most starts within a window; with slots the clock decides, and this only holds after a change.
    private var capacity: Int {
        switch share {
        case .nothing: 0
        case .starts(let count, _): count
        case .slots: limit.count
        }
    }

    /// How many may start; below 0 when a smaller share is used up for longer.
    private func available(at now: Moment) -> Int { min(capacity - used, openSlots(at: now)) }

    private var speed: Double { 1 - Double(slowdown.tenths) / 10 }

    private var window: Duration {
        guard case .starts = share, slowdown.tenths > 0 else { return limit.period + Self.guardTime }
        return limit.period / speed + Self.guardTime
    }

    private func openSlots(at now: Moment) -> Int {
        guard case .slots(let slots) = share else { return .max }
        return nextSlot(of: slots, at: now).begin <= now.date ? 1 : 0
    }

    private func nextSlot(of slots: RateSlots, at now: Moment) -> RateSlots.Slot {
        slots.next(from: now.date, used: usedSlot, tenthsLeftOut: Int64(slowdown.tenths))
    }

    private func nextBelowCapacity(at now: Instant) -> Instant {
        if used < capacity { return now }
        guard capacity > 0 else { return .distantFuture }
        var surplus = used - capacity
        for start in starts[head...] {
            surplus -= start.count
            if surplus < 0 { return start.instant + window }
        }
        return .distantFuture
    }

    private mutating func refresh(at now: Instant) {
        slowdown.ease(at: now)
        if let increase, increase.from <= now {
            self.increase = nil
            share = increase.share
        }
        let window = window
        while head < starts.count, starts[head].instant + window <= now {
            used -= starts[head].count
            head += 1
        }
        guard head >= 64, head * 2 >= starts.count else { return }
        starts.removeFirst(head)
        head = 0
    }
}
