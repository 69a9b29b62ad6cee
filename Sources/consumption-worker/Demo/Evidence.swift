import Kafka

/// All that was seen of the events, from every side: what was put in, what the App Store saw, what lies on the
/// dead-letter topic, and what the worker says itself.
struct Evidence: Sendable {
    let events: [DemoEvent]
    /// When each event was produced, by its place in `events`.
    let producedAt: [ContinuousClock.Instant]
    let requests: [DemoRequest]
    let deadLetters: [KafkaRecord]
    let counts: WorkerCounts

    /// The header by which an event is known again on the dead-letter topic: its place in `events`.
    static let eventHeader = "demo-event"

    /// The record that carries an event.
    static func record(of event: DemoEvent, at index: Int, topic: String) -> ProducerRecord {
        ProducerRecord(
            ticket: UInt64(index),
            topic: topic,
            key: Array(event.purchase.transactionID.utf8),
            value: event.value,
            headers: [KafkaHeader(eventHeader, "\(index)")]
        )
    }
}
