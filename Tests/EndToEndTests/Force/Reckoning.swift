import Kafka

/// What became of every event of a workload, as the App Store and the dead-letter topic saw it.
struct Reckoning: Sendable {
    /// Numbers of events that were neither accepted nor dead-lettered.
    private(set) var lost: [String] = []
    /// Events with another end than their own, or with another body or other codes; each with what is wrong.
    private(set) var misjudged: [String] = []
    /// Reports that were accepted once more.
    private(set) var duplicates = 0
    /// Dead letters that were written once more.
    private(set) var repeatedLetters = 0

    /// - Parameter forgotten: Numbers of events that may be lost, since their broker has lost them.
    /// - Parameter accepted: How often each transaction was accepted.
    /// - Parameter requests: All that the App Store was sent.
    /// - Parameter letters: All that was read from the dead-letter topic.
    init(
        of items: [Workload.Item],
        except forgotten: Set<String> = [],
        accepted: [String: Int],
        requests: [RequestSeen],
        letters: [DeadLetterSeen]
    ) {
        let lettersByNumber = Dictionary(grouping: Set(letters), by: \.number)
        for item in items {
            settle(item, accepted: accepted[item.transactionID] ?? 0, lettersByNumber[item.number] ?? [])
        }
        lost.removeAll(where: forgotten.contains)
        let byTransaction = Dictionary(items.map { ($0.transactionID, $0) }) { $1 }
        for request in requests { check(request, of: byTransaction[request.transactionID]) }
    }

    private mutating func settle(_ item: Workload.Item, accepted: Int, _ letters: [DeadLetterSeen]) {
        let codes = item.eventCase.codes.joined(separator: ",")
        let isValid = codes.isEmpty
        if accepted == 0, letters.isEmpty { lost.append(item.number) }
        if isValid, let letter = letters.first {
            misjudged.append("event \(item.number) is valid, and was dead-lettered: \(letter.codes)")
        }
        for letter in letters where !isValid && letter.codes != codes {
            misjudged.append("event \(item.number) was dead-lettered for \(letter.codes) instead of \(codes)")
        }
        duplicates += max(0, accepted - 1)
        repeatedLetters += max(0, letters.count - 1)
    }

    private mutating func check(_ request: RequestSeen, of item: Workload.Item?) {
        guard let item, item.eventCase.codes.isEmpty else {
            misjudged.append("transaction \(request.transactionID) was sent and must not have been")
            return
        }
        if request.body != item.wireBody { misjudged.append("event \(item.number) was sent as \(request.body)") }
    }
}

/// One request to the App Store.
struct RequestSeen: Sendable {
    let transactionID: String
    let body: String
}

/// One record of the dead-letter topic.
struct DeadLetterSeen: Hashable, Sendable {
    /// Where it is: two reads of one record are one dead letter.
    let partition: Int32
    let offset: Int64
    /// Of the event, as its producer wrote it into a header.
    let number: String
    let codes: String
}

extension Workload.Item {
    /// As it stands in the record's header.
    var number: String { "\(record.ticket)" }
}
