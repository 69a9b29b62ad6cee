import Configuration

/// Decides what a change of the files means that are read once: whether to judge them, to begin anew with them, or to wait.
struct Renewal: Sendable {
    /// How long after a refusal the files are judged again: what was wrong may have been elsewhere.
    private static let pause = Duration.seconds(30)

    private enum State {
        case current
        /// So long until it is judged again; these faults have been told.
        case refused(left: Duration, [ConfigurationFault])
        /// So long until it is time to begin anew.
        case good(left: Duration)
    }

    /// As they are in use.
    private let known: [String: FileVersion]
    private var seen: [String: FileVersion]
    private var judged: [String: FileVersion]?
    private var state = State.current

    init(_ known: [String: FileVersion]) {
        (self.known, seen) = (known, known)
    }

    /// Takes a look, an interval after the last, and says whether the files have to be judged.
    ///
    /// A file that somebody is writing is bad for a moment, and certificate and key come one after the other: only what
    /// looks the same twice is judged.
    mutating func needsJudgement(_ now: [String: FileVersion], after interval: Duration) -> Bool {
        defer { seen = now }
        guard now != known else {
            (state, judged) = (.current, nil)
            return false
        }
        guard now == seen else { return false }
        guard now == judged else { return true }
        switch state {
        case .current: return true
        case .refused(let left, let faults):
            state = .refused(left: left - interval, faults)
            return left <= interval
        case .good(let left):
            state = .good(left: left - interval)
            return left <= interval
        }
    }

    /// Takes the judgement, and says what people are told of it, if it is news.
    ///
    /// - Parameter spread: In how long to begin anew, when this is the first time that the files are good.
    mutating func take(_ faults: [ConfigurationFault], after spread: Duration) -> RenewalFinding? {
        judged = seen
        guard faults.isEmpty else {
            defer { state = .refused(left: Self.pause, faults) }
            if case .refused(_, faults) = state { return nil }
            return .unusable(faults)
        }
        if case .good(let left) = state { return left <= .zero ? .due : nil }
        state = .good(left: spread)
        return .renewed(files: known.keys.filter { known[$0] != seen[$0] }.sorted(), within: spread)
    }
}
