import AppStoreStandIn

/// What the times of arrivals say about a limit.
enum ArrivalRate {
    /// The most arrivals within any stretch of that length.
    static func most(within stretch: Duration, of arrivals: [Arrival]) -> Int {
        let times = arrivals.map(\.time).sorted()
        var (most, first) = (0, 0)
        for last in times.indices {
            while times[last] - times[first] >= stretch { first += 1 }
            most = max(most, last - first + 1)
        }
        return most
    }

    /// How much of its share a worker uses in the time that its pauses leave: each request could come a second after the one
    /// that is a share before it, or at the end of the pause that it fell into.
    ///
    /// A 429 holds the app as long as it says and up to a quarter of a second more, and takes a tenth off the share, a second
    /// tenth after a minute. The last part is left out: there the events run out.
    static func use(of perSecond: Int, by arrivals: [Arrival], retryAfter: Duration) -> Double {
        let sorted = arrivals.sorted { $0.time < $1.time }
        let times = sorted.dropLast(sorted.count / 6).map(\.time)
        let throttled = sorted.filter { $0.status == 429 }.map(\.time)
        var (least, taken) = (Duration.zero, Duration.zero)
        for (before, time) in zip(times, times.dropFirst(perSecond)) {
            let tenths = throttled.first.map { $0 <= before ? 1 + Int((before - $0) / .seconds(60)) : 0 } ?? 0
            let window = Duration.seconds(10) / (10 - tenths)
            let pauses = throttled.filter { $0 <= time }.map { $0 + retryAfter + .milliseconds(250) }
            let pauseEnd = pauses.filter { $0 >= before + window }.max().map { min($0, time) }
            least += window
            taken += window + (time - (pauseEnd ?? before + window))
        }
        return least / taken
    }
}
