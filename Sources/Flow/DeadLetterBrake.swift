/// Notices that refusals have become the rule: then something upstream or here is broken, and going on would move the
/// whole backlog to the dead letters.
package struct DeadLetterBrake: Sendable {
    package enum Trip: Hashable, Sendable {
        /// This many refusals without an acceptance between them.
        case consecutive(Int)
        /// This many of the last `over` finished events were refused.
        case share(refused: Int, over: Int)
    }

    private let consecutive: Int
    private let share: Double
    private let over: Int
    private var run = 0
    private var refusedCount = 0
    private var recent: [Bool] = []
    private var next = 0

    /// - Parameters:
    ///   - consecutive: The run that trips it.
    ///   - share: The share (0 to 1) of the last `over` events that trips it, once there were that many.
    package init(consecutive: Int, share: Double, over: Int) {
        self.consecutive = consecutive
        self.share = share
        self.over = over
    }

    /// Counts one finished event; expired ones are not counted, they say nothing about the events.
    /// - Returns: Why it trips, if it does.
    package mutating func count(refused: Bool) -> Trip? {
        run = refused ? run + 1 : 0
        remember(refused)
        if run >= consecutive { return .consecutive(run) }
        guard recent.count == over, Double(refusedCount) > share * Double(over) else { return nil }
        return .share(refused: refusedCount, over: over)
    }

    private mutating func remember(_ refused: Bool) {
        refusedCount += refused ? 1 : 0
        guard recent.count == over else { return recent.append(refused) }
        refusedCount -= recent[next] ? 1 : 0
        recent[next] = refused
        next = (next + 1) % over
    }
}
