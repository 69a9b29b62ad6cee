/// The shortest time of late between a request's departure and its answer.
///
/// It tells when a request has arrived at the latest: no later than so long before its answer came.
package struct QuickestAnswer: Sendable {
    private var present = Duration.seconds(Int32.max)
    private var previous = Duration.seconds(Int32.max)
    private var count = 0

    /// Of so many answers, and of as many before them: a server that has become slower is believed after that.
    private static let block = 64

    package init() {}

    package mutating func observe(_ duration: Duration) {
        if count == Self.block { (previous, present, count) = (present, duration, 0) }
        present = min(present, duration)
        count += 1
    }

    package var duration: Duration { min(present, previous) }
}
