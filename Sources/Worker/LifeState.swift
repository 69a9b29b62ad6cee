import Flow

/// How far the worker is on its way from start to end.
enum LifeState: Sendable {
    case running
    /// Refusals had become the rule: everything stands still, then the worker ends.
    case braked(DeadLetterBrake.Trip, until: Instant)
    /// What is out may finish; nothing new is taken on.
    case draining(ExitReason, until: Instant)
    /// The last commit is out.
    case committing(ExitReason, until: Instant)
    case closed

    var takesRecords: Bool {
        if case .running = self { true } else { false }
    }

    /// Whether anything may be started: a worker that was told to stop sends what it must not leave half done.
    var sends: Bool {
        switch self {
        case .running, .draining(.stopped, _), .draining(.filesRenewed, _): true
        case .braked, .draining, .committing, .closed: false
        }
    }

    var polls: Bool {
        if case .closed = self { false } else { true }
    }

    /// Whether the brake has tripped, whatever has become of the worker since.
    var isBraked: Bool {
        switch self {
        case .braked, .draining(.braked, _), .committing(.braked, _): true
        case .running, .draining, .committing, .closed: false
        }
    }

    /// When it goes on by itself.
    var until: Instant? {
        switch self {
        case .running, .closed: nil
        case .braked(_, let until), .draining(_, let until), .committing(_, let until): until
        }
    }
}
