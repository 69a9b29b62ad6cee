package import Flow

/// One event that was dead-lettered.
package struct RefusedEvent: Sendable, Equatable {
    package var at: UnixTime
    /// Partition and offset, `3:4711`.
    package var record: String
    /// The beginning of the notification's UUID, enough to find it by; `nil` when the event could not be read.
    package var event: String?
    package var app: String?
    package var reason: String
    package var stage: String
    /// For a person; account values and full transaction ids are left out.
    package var message: String
}
