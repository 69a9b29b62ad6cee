import ConsumptionRules
import Kafka
import Worker

/// Compares the evidence with what must have become of each event.
struct Audit {
    private let evidence: Evidence
    private let requestsByTransaction: [String: [DemoRequest]]
    private let deadLettersByEvent: [Int: [KafkaRecord]]

    init(_ evidence: Evidence) {
        self.evidence = evidence
        requestsByTransaction = Dictionary(grouping: evidence.requests, by: \.transactionID)
        deadLettersByEvent = Dictionary(grouping: evidence.deadLetters) { Int($0.text(of: Evidence.eventHeader)) ?? -1 }
    }

    /// What must be true, in the order in which it is shown.
    var claims: [Claim] { [sums, acceptances, deadLetters, strays] }

    private var sums: Claim {
        let (tally, counts) = (Tally(evidence), evidence.counts)
        let text =
            "\(grouped(tally.produced)) produced = \(grouped(tally.accepted)) accepted"
            + " + \(grouped(tally.deadLettered)) dead-lettered + \(grouped(tally.duplicates)) duplicates"
        let pairs = [
            ("accepted", tally.accepted, counts.accepted), ("dead-lettered", tally.deadLettered, counts.deadLettered),
            ("duplicates", evidence.events.count { $0.ending == .duplicate }, counts.duplicates),
        ]
        var objections = pairs.filter { $0.1 != $0.2 }.map { "\($0.0): \($0.2) counted by the worker, and not \($0.1)" }
        let sum = tally.accepted + tally.deadLettered + tally.duplicates
        if sum != tally.produced { objections.append("\(tally.produced - sum) events have no end") }
        return Claim(text: text, objections: objections)
    }

    private var acceptances: Claim {
        let objections = evidence.events.filter { $0.ending == .accepted }.flatMap(requestObjections)
        let text = "each valid event was accepted exactly once, with exactly the right body"
        return Claim(text: text, objections: objections)
    }

    private func requestObjections(_ event: DemoEvent) -> [String] {
        let name = "transaction \(event.purchase.transactionID)"
        let accepted = (requestsByTransaction[event.purchase.transactionID] ?? []).filter { $0.status == 202 }
        guard let request = accepted.first, accepted.count == 1 else {
            return ["\(name): accepted \(accepted.count) times"]
        }
        guard let report = event.report else { return ["\(name): the rules refuse it"] }
        var body: [UInt8] = []
        report.appendBody(to: &body)
        let differences = [
            ("body", request.body == body), ("path", request.path == report.path),
            ("environment", request.environment == report.environment), ("app", request.bundleID == report.bundleID),
        ]
        return differences.filter { !$0.1 }.map { "\(name): sent with another \($0.0)" }
    }

    private var deadLetters: Claim {
        let objections = evidence.events.enumerated().flatMap { deadLetterObjections($1, at: $0) }
        let text = "each other is a dead letter exactly once, unchanged, with its reasons"
        return Claim(text: text, objections: objections)
    }

    private func deadLetterObjections(_ event: DemoEvent, at index: Int) -> [String] {
        let letters = deadLettersByEvent[index] ?? []
        guard case .deadLettered(let stage, let codes) = event.ending else {
            return letters.map {
                "event \(index): a dead letter with \($0.text(of: "dlq.reasons")), though it is valid"
            }
        }
        let reasons = codes.joined(separator: ",")
        guard let letter = letters.first, letters.count == 1 else {
            return ["event \(index): \(letters.count) dead letters, one with \(reasons) was expected"]
        }
        let record = Evidence.record(of: event, at: index, topic: letter.topicPartition.topic)
        let differences = [
            ("key", letter.key == record.key), ("value", letter.value == record.value),
            ("header", letter.headers.starts(with: record.headers)),
            ("reason, \(letter.text(of: "dlq.reasons")) and not \(reasons)", letter.text(of: "dlq.reasons") == reasons),
            ("stage", letter.text(of: "dlq.stage") == stage.rawValue),
        ]
        return differences.filter { !$0.1 }.map { "event \(index): a dead letter with another \($0.0)" }
    }

    private var strays: Claim {
        let sent = evidence.events.filter { $0.ending == .accepted || !$0.isKnownToAppStore }
        let expected = Set(sent.map(\.purchase.transactionID))
        let strays = requestsByTransaction.keys.filter { !expected.contains($0) }
        let letters = deadLettersByEvent.keys.filter { !evidence.events.indices.contains($0) }
        return Claim(
            text: "nothing was sent or dead-lettered beside these",
            objections: strays.sorted().map { "transaction \($0): sent, though no event asks for it" }
                + letters.map { _ in "a dead letter of an unknown event" }
        )
    }
}

extension DemoEvent {
    /// What the rules make of the event; nil when they refuse it.
    var report: ConsumptionReport? {
        // Their dates are past or far from any clock's, so it does not matter when they are judged.
        let judgement = Judgement(of: value, at: .now) { EventGenerator.bundleIDs.contains($0) }
        guard case .report(let report) = judgement else { return nil }
        return report
    }
}

extension KafkaRecord {
    /// The text of a header; empty when there is none.
    func text(of header: String) -> String {
        headers.first { $0.isNamed(header) }?.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
