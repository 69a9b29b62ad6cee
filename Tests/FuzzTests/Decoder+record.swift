import AppStoreServer
import ConsumptionRules
import Flow
import Kafka
import TestSupport

@testable import Worker

extension Decoder {
    /// A record of the event topic or of the deferred topic on its whole way: to Apple and the outcomes, to the dead letters,
    /// or, while Apple asks for a pause, to the deferred topic.
    ///
    /// Which it is, the length of the input decides.
    static let record = Decoder(name: "record") { bytes in
        let topicPartition = bytes.count.isMultiple(of: 2) ? IntakeWorld.events : IntakeWorld.deferred
        let throttled = SubmissionResult.throttled(AppStoreRefusal(status: 429), retryAfter: .seconds(60))
        let answer = bytes.count / 2 % 2 == 0 ? throttled : .accepted(status: 202)
        return complaint(about: HeadedInput(bytes).record(in: topicPartition, at: 1), answer)
    }

    private static func complaint(about record: KafkaRecord, _ answer: SubmissionResult) -> String? {
        var world = IntakeWorld(answer: answer)
        let first = SampleEvent(0, signedDate: world.now.date.milliseconds)
        let before = KafkaRecord(
            topicPartition: record.topicPartition,
            offset: 0,
            timestamp: nil,
            key: nil,
            value: first.bytes,
            headers: []
        )
        world.take([before, record])
        // Whatever its headers say, its turn comes.
        world.pass(.seconds(3700))
        for _ in 0..<3 { world.pass(.seconds(60)) }
        if world.pipeline.earlyCount > 0 { return "a record is kept for later for ever" }
        return world.published.lazy.compactMap { complaint(about: $0, madeFrom: record) }.first
    }

    private static func complaint(about published: ProducerRecord, madeFrom record: KafkaRecord) -> String? {
        guard published.topic != IntakeWorld.policy.outcomeTopic else {
            return firstComplaint([
                ("an outcome that is no JSON", published.value.flatMap { JSONMembers(reading: $0) } != nil)
            ])
        }
        // The other record has no headers.
        guard published.value == record.value, !record.headers.isEmpty else { return nil }
        let own = IntakeWorld.policy.ownHeaders(of: record)
        let prefix = published.topic == IntakeWorld.deferred.topic ? "deferred." : "dlq."
        let theirs = own.filter { !$0.name.starts(with: prefix.utf8) }
        let ours = published.headers.dropFirst(theirs.count)
        let message = ours.last { $0.isNamed("dlq.message") }?.value ?? []
        return firstComplaint([
            ("another key", published.key == record.key),
            ("headers that are not as they came", Array(published.headers.prefix(theirs.count)) == theirs),
            ("a header of ours that is not named so", ours.allSatisfy { $0.name.starts(with: prefix.utf8) }),
            ("a message that is no line", String(decoding: message, as: UTF8.self).isPlainLine),
            ("a message that is too long", message.count <= Refusal.maximumMessageSize),
        ])
    }
}
