import Testing

/// The reckoning itself must see what it is there to see.
@Suite struct ReckoningTests {
    private let items = Workload(
        count: 20,
        topic: "events",
        apps: AppStoreWorld.apps,
        invalidShare: 50,
        signedDate: 0,
        seed: 1
    ).items
    private var valid: [Workload.Item] { items.filter { $0.eventCase.codes.isEmpty } }
    private var invalid: [Workload.Item] { items.filter { !$0.eventCase.codes.isEmpty } }

    private func accepted() -> [String: Int] { Dictionary(valid.map { ($0.transactionID, 1) }) { $1 } }
    private func requests() -> [RequestSeen] {
        valid.map { RequestSeen(transactionID: $0.transactionID, body: $0.wireBody) }
    }
    private func letters() -> [DeadLetterSeen] {
        invalid.enumerated().map { letter(of: $1, at: Int64($0)) }
    }
    private func letter(of item: Workload.Item, at offset: Int64, codes: String? = nil) -> DeadLetterSeen {
        let right = item.eventCase.codes.joined(separator: ",")
        return DeadLetterSeen(partition: 0, offset: offset, number: item.number, codes: codes ?? right)
    }

    @Test func `a run as it should be has no faults and no repeats`() {
        let reckoning = Reckoning(of: items, accepted: accepted(), requests: requests(), letters: letters())
        #expect(!valid.isEmpty && !invalid.isEmpty)
        #expect(reckoning.lost == [] && reckoning.misjudged == [])
        #expect(reckoning.duplicates == 0 && reckoning.repeatedLetters == 0)
    }

    @Test func `a report that was not accepted and a letter that was not written are lost`() {
        var accepted = accepted()
        accepted[valid[0].transactionID] = nil
        let reckoning = Reckoning(of: items, accepted: accepted, requests: [], letters: Array(letters().dropFirst()))
        #expect(Set(reckoning.lost) == [valid[0].number, invalid[0].number])
    }

    @Test func `what the broker has lost is not lost by the workers`() {
        let gone = Set([valid[0].number, invalid[0].number])
        let accepted = accepted().filter { $0.key != valid[0].transactionID }
        let letters = Array(letters().dropFirst())
        let reckoning = Reckoning(of: items, except: gone, accepted: accepted, requests: [], letters: letters)
        #expect(reckoning.lost == [])
    }

    @Test func `what was accepted twice and what was written twice is counted, what was read twice is not`() {
        var accepted = accepted()
        accepted[valid[0].transactionID] = 3
        let letters = letters() + [letters()[0], letter(of: invalid[1], at: 99)]
        let reckoning = Reckoning(of: items, accepted: accepted, requests: requests(), letters: letters)
        #expect(reckoning.duplicates == 2)
        #expect(reckoning.repeatedLetters == 1)
    }

    @Test func `a valid event with a dead letter, a wrong code, a wrong body and an invalid event sent are wrong`() {
        let requests =
            requests() + [
                RequestSeen(transactionID: valid[0].transactionID, body: "{}"),
                RequestSeen(transactionID: invalid[0].transactionID, body: invalid[0].wireBody),
            ]
        let letters =
            letters() + [letter(of: valid[1], at: 98, codes: "X"), letter(of: invalid[1], at: 99, codes: "X")]
        let reckoning = Reckoning(of: items, accepted: accepted(), requests: requests, letters: letters)
        #expect(reckoning.misjudged.count == 4)
        #expect(reckoning.lost == [])
    }
}
