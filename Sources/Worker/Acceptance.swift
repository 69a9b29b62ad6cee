package import ConsumptionRules
package import Flow

/// What an outcome says that keeps its notification from being sent again.
package struct Acceptance: Hashable, Sendable {
    package let notificationUUID: NotificationUUID
    package let signedDate: UnixTime

    package init(notificationUUID: NotificationUUID, signedDate: UnixTime) {
        self.notificationUUID = notificationUUID
        self.signedDate = signedDate
    }
}

/// The value of one record of the outcome topic, as far as it matters here.
package enum PastOutcome: Hashable, Sendable {
    case accepted(Acceptance)
    /// It suppresses nothing.
    case other
    /// Written by somebody else, or by a later version.
    case unreadable

    /// Reads a record's value, whatever it is.
    package init(reading value: [UInt8]?) {
        guard let members = value.flatMap({ JSONMembers(reading: $0) }),
            members.integer(Outcome.Member.schemaVersion.description)?.value == 1,
            let outcome = members.string(Outcome.Member.outcome.description).flatMap(FinishedEvent.Outcome.init)
        else {
            self = .unreadable
            return
        }
        guard outcome == .accepted else {
            self = .other
            return
        }
        guard let uuid = members.string(Outcome.Member.notificationUUID.description).flatMap({ NotificationUUID($0) }),
            let signedDate = members.integer(Outcome.Member.signedDate.description)?.value
        else {
            self = .unreadable
            return
        }
        self = .accepted(Acceptance(notificationUUID: uuid, signedDate: UnixTime(milliseconds: signedDate)))
    }
}
