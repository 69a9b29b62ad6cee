package import AppStoreServer
package import Kafka

/// Where records come from and positions go.
package protocol RecordSource: Sendable {
    /// Carries out the orders and waits for events.
    func turn(_ turn: ConsumerTurn) async -> [ConsumerEvent]
    /// Ends the turn that is out.
    func interrupt()
    /// Asks the brokers about the topics and the ends of these partitions, without waiting.
    func check(_ partitions: [TopicPartition])
    /// What the brokers answered, once for each question.
    var checks: AsyncStream<BrokerCheck> { get }
    /// Leaves the group. False when that took longer than `limit`.
    func close(within limit: Duration) async -> Bool
}

/// Where dead letters and outcomes go.
package protocol RecordSink: Sendable {
    /// Hands records over without waiting.
    ///
    /// - Returns: Reports of those that were refused at once.
    func publish(_ records: [ProducerRecord]) -> [DeliveryReport]
    /// Goes on with a new client in place of one that can do nothing more: what that has not reported is reported as not
    /// acknowledged.
    func renew()
    /// What became of the others, in batches as the broker answers.
    var reports: AsyncStream<[DeliveryReport]> { get }
    /// What the client has to say apart from that.
    var diagnostics: AsyncStream<ProducerDiagnostic> { get }
}

/// Who reads back what the outcome topic says.
package protocol OutcomeSource: Sendable {
    /// Begins to read without waiting; each order gets exactly one reading.
    func read(_ order: LogOrder)
    /// Waits for the next reading; `nil` when none will come any more.
    func nextReading() async -> OutcomeReading?
}

/// Who talks to the App Store.
package protocol Submitter: Sendable {
    /// Hands requests over without waiting; each gets exactly one answer.
    func submit(_ requests: [AppStoreRequest])
    /// Signs with another key for one app, from the next request on.
    func replaceKey(ofApp app: Int, with key: SigningKey)
    var answers: AsyncStream<[AppStoreAnswer]> { get }
}
