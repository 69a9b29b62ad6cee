import ConsumptionRules
import Kafka

/// Decides which dead letters go back on the event topic, and how.
struct ReplayPolicy: Sendable {
    /// The event topic.
    let topic: String
    let filter: LetterFilter
    /// A merge patch (RFC 7396) for each value; nil leaves values as they are.
    let patch: JSONTree?
    /// A record that has been replayed so often stays where it is.
    let maximumReplays: Int

    /// What is to become of a dead letter.
    func decision(on letter: FiledLetter, ticket: UInt64) -> ReplayDecision {
        guard filter.admits(letter) else { return .leave }
        guard letter.replays < maximumReplays else { return .skip(.replayedOften) }
        guard !letter.isReduced else { return .skip(.reduced) }
        var value = letter.record.value
        if let patch {
            // Why it is no JSON does not matter here: the rules have said so.
            guard let bytes = value, let tree = try? JSONTree(reading: bytes) else { return .skip(.notJSON) }
            value = tree.merging(patch).bytes(.compact)
        }
        return .replay(record(letter, value, ticket))
    }

    private func record(_ letter: FiledLetter, _ value: [UInt8]?, _ ticket: UInt64) -> ProducerRecord {
        let own = letter.record.headers.filter { !$0.name.starts(with: "dlq.".utf8) }
        return ProducerRecord(
            ticket: ticket,
            topic: topic,
            key: letter.record.key,
            value: value,
            headers: own + [KafkaHeader("dlq.replays", "\(letter.replays + 1)")]
        )
    }
}

/// What becomes of a dead letter that a replay has looked at.
enum ReplayDecision: Sendable {
    case replay(ProducerRecord)
    case skip(Skip)
    /// The filters do not mean it: a replay with others may.
    case leave

    /// Why it is not replayed; the raw value says it to a person.
    enum Skip: String, CaseIterable, Sendable {
        case replayedOften = "replayed as often as --max-replays allows"
        case reduced = "only the beginning of the value is there"
        case notJSON = "the value is no JSON that --edit could change"
    }
}
