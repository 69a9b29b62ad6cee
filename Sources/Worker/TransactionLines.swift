import Flow

/// One transaction of one app and environment, with its hash: it is looked up several times for each event.
package struct TransactionKey: Hashable, Sendable {
    let lane: Int
    let transactionID: String
    private let hash: Int

    init(lane: Int, transactionID: String) {
        var hasher = Hasher()
        hasher.combine(lane)
        hasher.combine(transactionID)
        (self.lane, self.transactionID, hash) = (lane, transactionID, hasher.finalize())
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

/// Keeps the notifications of each transaction in their order: the first is under way, the others stand in line behind it.
struct TransactionLines: Sendable {
    private var first: [TransactionKey: Ticket] = [:]
    private var followers: [TransactionKey: [Ticket]] = [:]

    /// Joins the line; true when nobody is ahead.
    mutating func join(_ ticket: Ticket, _ transaction: TransactionKey) -> Bool {
        guard let ahead = first.updateValue(ticket, forKey: transaction) else { return true }
        first[transaction] = ahead
        followers[transaction, default: []].append(ticket)
        return false
    }

    /// Leaves the line, from its head or from within.
    ///
    /// - Returns: Who is first now, if that changed.
    mutating func leave(_ ticket: Ticket, _ transaction: TransactionKey) -> Ticket? {
        guard let place = first.index(forKey: transaction), first.values[place] == ticket else {
            followers[transaction]?.removeAll { $0 == ticket }
            if followers[transaction]?.isEmpty == true { followers[transaction] = nil }
            return nil
        }
        guard !followers.isEmpty, let next = followers[transaction]?.removeFirst() else {
            first.remove(at: place)
            return nil
        }
        if followers[transaction]?.isEmpty == true { followers[transaction] = nil }
        first.values[place] = next
        return next
    }
}
