import Flow
import Kafka

/// Which notifications are parked, so that a later one of the same transaction does not overtake them.
///
/// It is forgotten when partitions go: the records may come back to another worker then.
struct ParkedTransactions: Sendable {
    private struct Parked: Sendable {
        let place: RecordOrigin
        let until: UnixTime
    }

    private var parked: [TransactionKey: [Parked]] = [:]
    /// How long after its time a record may take to come back; later ones are not held up for longer.
    private static let patience = Duration.seconds(3600)

    mutating func park(_ place: RecordOrigin, of transaction: TransactionKey, until: UnixTime) {
        parked[transaction, default: []].append(Parked(place: place, until: until))
    }

    /// The record has come back, or is on its way in for the first time.
    ///
    /// - Returns: Until when an earlier one of its transaction is parked; `nil` when none is.
    mutating func arrives(_ place: RecordOrigin, of transaction: TransactionKey, at now: UnixTime) -> UnixTime? {
        guard var others = parked[transaction] else { return nil }
        others.removeAll { $0.place == place || $0.until + Self.patience < now }
        parked[transaction] = others.isEmpty ? nil : others
        return others.filter { $0.place.comesBefore(place) }.map(\.until).max()
    }
}

extension RecordOrigin {
    fileprivate func comesBefore(_ other: RecordOrigin) -> Bool {
        topicPartition == other.topicPartition && offset < other.offset
    }
}
