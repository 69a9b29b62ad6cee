import ConsumptionRules
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

extension RefusedEvent {
    /// What there is to show of an event; `nil` when it was not refused.
    ///
    /// Made only when somebody looks, since a flood of refusals has little time for each.
    ///
    /// - Parameter telemetry: Knows how partitions and apps are called.
    init?(_ event: FinishedEvent, naming telemetry: Telemetry) {
        guard let reason = event.reason else { return nil }
        self.init(
            at: event.finishedAt,
            record: "\(telemetry.name(of: event.topicPartition)):\(event.offset)",
            event: event.notificationUUID.map { "\($0.description.prefix(8))…" },
            app: event.lane.map { telemetry.name(of: $0) },
            reason: reason.code,
            stage: reason.stage.rawValue,
            message: reason.messageWithoutCode.withShortenedIdentities.cut(toUTF8Bytes: 300)
        )
    }
}

extension DeadLetterReason {
    /// The message, where it is not shown alone.
    fileprivate var messageWithoutCode: String {
        message.hasPrefix(code + " ") ? String(message.dropFirst(code.count + 1)) : message
    }
}
