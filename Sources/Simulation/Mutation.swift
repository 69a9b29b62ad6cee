/// A lie told between the pipelines and their world, to show that an invariant notices: the pipelines stay as they are.
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

    /// The invariant that it breaks.
    package var breaks: Invariant {
        switch self {
        case .losesLetter, .acceptanceInvented: .everyEventEnds
        case .commitsTooFar: .commitsOnlyWhatIsDone
        case .calendarBehind: .keepsDeadline
        case .sharesTooLarge: .keepsLimit
        case .outageAsRefusal: .buriesOnlyForCause
        case .acceptanceHidden: .sendsOnce
        case .pausesIgnored: .staysSmall
        case .revokeNeverEnds, .answerLost: .finishes
        }
    }
}
