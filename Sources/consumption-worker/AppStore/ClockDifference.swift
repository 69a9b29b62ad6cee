import AppStoreServer

/// How this machine's clock and the App Store's differ, by the `Date` of an answer.
struct ClockDifference: Equatable {
    /// How far ours is ahead, below zero when it is behind.
    let lead: Duration

    /// Nil for an answer without a date.
    init?(_ answer: AppStoreAnswer) {
        guard let lead = answer.clockLead else { return nil }
        self.lead = lead
    }

    /// Whether tokens that are signed by this clock are valid by the other.
    var isTolerable: Bool { BearerToken.tolerableClockLeads.contains(lead) }

    /// For a person; `Date` has whole seconds and is written before it is read, so up to two seconds are agreement.
    var text: String {
        let seconds = lead.components.seconds
        guard !(-1...2).contains(seconds) else { return "agrees with the App Store's" }
        let place = seconds > 0 ? "ahead of" : "behind"
        return "is \(seconds.magnitude) s \(place) the App Store's"
            + (isTolerable ? "" : ", by which no token is valid")
    }
}
