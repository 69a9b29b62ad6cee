internal import Dispatch
internal import Synchronization

/// Makes librdkafka look for room for more records at once.
///
/// When what it has fetched ahead fills its queue, its thread for that broker goes to sleep and looks again after a second,
/// although the queue may have been empty for most of it, unless there is something else to do for that broker. So the broker
/// is asked for something small. ([librdkafka](https://github.com/confluentinc/librdkafka) 2.0.2, where no property sets that
/// second.)
struct FetchNudge {
    private let question = Question()
    private var lookedAt: ContinuousClock.Instant?

    /// Seldom enough to cost nothing, often enough that hardly any time is lost.
    static let interval = Duration.milliseconds(20)

    /// Whether it is time to look whether one is wanted; then it is not for the length of the interval.
    mutating func isDue() -> Bool {
        let now = ContinuousClock.now
        if let lookedAt, now - lookedAt < Self.interval { return false }
        lookedAt = now
        return true
    }

    /// Asks the leaders of these partitions where they end, on a thread of its own.
    ///
    /// - Returns: False where there is nothing to ask, or they are being asked already.
    func give(_ partitions: [TopicPartition], of client: ConsumerClient) -> Bool {
        !partitions.isEmpty && question.ask(partitions, of: client)
    }

    private final class Question: Sendable {
        private let isOut = Atomic(false)
        private let queue = DispatchQueue(label: "kafka.nudge")

        /// Nobody waits for the answer: one leader that is away must not keep the others from being asked again.
        private static let patience = Duration.milliseconds(100)

        func ask(_ partitions: [TopicPartition], of client: ConsumerClient) -> Bool {
            guard !isOut.exchange(true, ordering: .relaxed) else { return false }
            queue.async {
                _ = client.ends(of: partitions, within: Self.patience)
                self.isOut.store(false, ordering: .relaxed)
            }
            return true
        }
    }
}
