import Flow

/// One transaction of one app and environment.
struct TransactionKey: Hashable, Sendable {
    var lane: Int
    var transactionID: String
}

/// Keeps the notifications of each transaction in their order: the first is under way, the others stand in line behind it.
struct TransactionLines: Sendable {
    private var first: [TransactionKey: Ticket] = [:]
    private var followers: [TransactionKey: [Ticket]] = [:]

    /// Joins the line; true when nobody is ahead.
    mutating func join(_ ticket: Ticket, _ transaction: TransactionKey) -> Bool {
        guard first[transaction] != nil else {
            first[transaction] = ticket
            return true
        }
        followers[transaction, default: []].append(ticket)
        return false
    }

    /// Leaves the line, from its head or from within.
    ///
    /// - Returns: Who is first now, if that changed.
    mutating func leave(_ ticket: Ticket, _ transaction: TransactionKey) -> Ticket? {
        guard first[transaction] == ticket else {
            followers[transaction]?.removeAll { $0 == ticket }
            if followers[transaction]?.isEmpty == true { followers[transaction] = nil }
            return nil
        }
        let next = followers[transaction]?.removeFirst()
        if followers[transaction]?.isEmpty == true { followers[transaction] = nil }
        first[transaction] = next
        return next
    }
}
