extension SmallWorld {
    /// Lets time pass without anything going wrong.
    ///
    /// - Returns: What happened, and why the end is no good one; `nil` when it is.
    mutating func calm() -> (events: [String], reason: String)? {
        var events: [String] = []
        for _ in 0..<30 where !isOver && violation == nil {
            let event = calmEvent
            events.append(name(of: event))
            happen(event)
        }
        return (violation ?? (isOver ? nil : "it does not end")).map { (events, $0) }
    }

    private var calmEvent: Event {
        if let commit { return commit.isTaken || commit.isCurrent ? .commitOK : .commitFail }
        if let request = out.first { return .finish(request) }
        return owned.isEmpty ? .assign : .poll(readable.first)
    }

    /// An event in words that mean the same in every state.
    func name(of event: Event) -> String {
        switch event {
        case .finish(let request): "finish \(request)"
        case .fail(let request): "fail \(request)"
        case .answerBefore(let request): "finish \(request) of the process before"
        case .poll(nil): "poll"
        case .poll(let partition?): "poll \(partition)"
        case .assign, .revoke, .lose, .commitOK, .commitTaken, .commitFail, .crash: "\(event)"
        }
    }
}
