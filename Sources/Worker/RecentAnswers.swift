/// What a lane was answered of late, to tell a refusal that is about one event from one that nearly all events get.
struct RecentAnswers: Sendable {
    enum Answer: Sendable {
        case accepted
        /// A refusal that is about the event for certain.
        case refused
        /// A refusal that is about the event when rare, and about the app when common.
        case doubtful
    }

    private var answers: [Answer] = []
    private static let size = 20
    private static let nearlyAll = 18

    mutating func append(_ answer: Answer) {
        if answers.count == Self.size { answers.removeFirst() }
        answers.append(answer)
    }

    /// Whether the app's set-up is known to be right.
    var showAcceptance: Bool { answers.contains(.accepted) }

    /// Whether nearly all of the last twenty were doubtful, and none an acceptance.
    var concernApp: Bool {
        answers.count == Self.size && !showAcceptance && answers.count { $0 == .doubtful } >= Self.nearlyAll
    }
}
