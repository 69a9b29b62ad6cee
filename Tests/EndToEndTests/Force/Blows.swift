/// How often a trial strikes.
struct Blows: Sendable {
    private(set) var count: Int
    /// So many at least, however long they take.
    let fewest: Int
    /// Between the end of one and the beginning of the next, whole seconds.
    let pause: Duration
    /// How long each one lasts, whole seconds.
    let length: Duration

    init(_ count: Int, every pause: Duration, lasting length: Duration = .zero) {
        (self.count, fewest) = (count, count)
        (self.pause, self.length) = (pause, length)
    }

    var duration: Duration { (pause + length) * count }

    /// As many as it takes to fill this time, and no fewer than these.
    func atLeast(for time: Duration) -> Blows {
        var blows = self
        blows.count = max(fewest, Int(time / (pause + length)))
        return blows
    }
}
