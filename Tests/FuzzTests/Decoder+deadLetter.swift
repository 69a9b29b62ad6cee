import ConsumptionRules
import Flow
import Kafka

@testable import consumption_worker

extension Decoder {
    /// A record of the dead-letter topic, as it is listed, explained and put back.
    static let deadLetter = Decoder(name: "dead-letter") { bytes in
        let record = HeadedInput(bytes).record(in: TopicPartition(topic: "dead", partition: 0), at: 7)
        let letter = FiledLetter(record)
        let explanation = LetterExplanation(letter: letter).text.split(separator: "\n")
        return firstComplaint([
            ("a row that is more than a line", LetterText.row(letter).isPlainLine),
            ("JSON that is none", JSONMembers(reading: Array(LetterText.json(letter).utf8)) != nil),
            ("an explanation that steers a terminal", explanation.allSatisfy(\.isPlainLine)),
        ]) ?? complaint(aboutValue: record.value ?? []) ?? complaint(aboutReplayOf: letter)
    }

    private static func complaint(aboutValue bytes: [UInt8]) -> String? {
        // What is no JSON is not taken apart.
        guard let tree = try? JSONTree(reading: bytes) else { return nil }
        for layout in [JSONTree.Layout.compact, .indented] {
            let again = try? JSONTree(reading: tree.bytes(layout))  // nil is a complaint
            if again != tree { return "a value that is not read as it was written" }
        }
        return nil
    }

    private static func complaint(aboutReplayOf letter: FiledLetter) -> String? {
        for patch in [nil, JSONTree.object([.init(name: Array("type".utf8), value: .null)])] {
            let policy = ReplayPolicy(topic: "events", filter: LetterFilter(), patch: patch, maximumReplays: .max)
            guard case .replay(let record) = policy.decision(on: letter, ticket: 1) else { continue }
            let ours = record.headers.filter { $0.name.starts(with: "dlq.".utf8) }
            guard ours == [KafkaHeader("dlq.replays", "\(letter.replays + 1)")] else {
                return "headers of ours are kept"
            }
            if patch == nil, record.value != letter.record.value { return "another value" }
        }
        return nil
    }
}
