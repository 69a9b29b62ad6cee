/// A lie told between the pipelines and their world, to show that it is noticed: the pipelines stay as they are.
package enum Mutation: String, CaseIterable, Sendable {
    /// The broker is said to have a dead letter that it has not.
    case losesLetter
    /// Each position that is committed is one too high.
    case commitsTooFar
    /// The workers' calendar is behind, so that deadlines seem far.
    case calendarBehind
    /// The topic is said to have fewer partitions, so that each worker's share of a limit is too large.
    case sharesTooLarge
    /// An outage is reported as a refusal of the event.
    case outageAsRefusal
    /// An acceptance is reported as a broken connection.
    case acceptanceHidden
    /// An outage is reported as an acceptance.
    case acceptanceInvented
    /// The end of a held revoke is not obeyed.
    case revokeNeverEnds
    /// A turn brings more records than were asked for, from paused partitions too.
    case pausesIgnored
    /// Now and then an answer gets lost on its way into the pipeline.
    case answerLost
    /// Each position that is committed is one too low.
    case commitsBack
    /// The group has taken partitions away, and the pipeline is not told.
    case lossUntold
    /// An answer for a process that has died is given to the next one.
    case earlierAnswers
    /// A producer that has failed for good is not replaced.
    case producerKept
    /// A commit that was refused is said to have been taken.
    case refusedCommitHidden
    /// The outcome topic is said to be empty.
    case outcomesUnread

    /// The invariant that it breaks in the simulation; `nil` when it shows too rarely there.
    package var breaks: Invariant? {
        switch self {
        case .losesLetter, .acceptanceInvented: .everyEventEnds
        case .commitsTooFar, .commitsBack: .commitsOnlyWhatIsDone
        case .calendarBehind: .keepsDeadline
        case .sharesTooLarge, .lossUntold: .keepsLimit
        case .outageAsRefusal: .buriesOnlyForCause
        case .acceptanceHidden, .outcomesUnread: .sendsOnce
        case .pausesIgnored: .staysSmall
        case .revokeNeverEnds, .answerLost, .producerKept: .finishes
        case .earlierAnswers, .refusedCommitHidden: nil
        }
    }

    /// Those that the small world of an exploration tells.
    package static let explored: [Mutation] = [
        .losesLetter, .commitsTooFar, .acceptanceInvented, .revokeNeverEnds, .answerLost, .commitsBack, .lossUntold,
        .earlierAnswers, .refusedCommitHidden,
    ]
}
