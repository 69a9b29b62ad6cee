internal import Dispatch
internal import Synchronization

/// Makes librdkafka look for room for more records at once.
///
/// When what it has fetched ahead fills its queue, its thread for that broker goes to sleep and looks again after a second,
/// although the queue may have been empty for most of it, unless there is something else to do for that broker. So the broker
/// is asked for something small. ([librdkafka](https://github.com/confluentinc/librdkafka) 2.0.2, where no property sets that
/// second.)
final class FetchNudge: Sendable {
    private let isOut = Atomic(false)
    private let queue = DispatchQueue(label: "kafka.nudge")

    /// Asks the leaders of these partitions where they end, on a thread of its own; nothing while they are being asked.
    func give(_ partitions: [TopicPartition], of client: ConsumerClient) {
        guard !isOut.exchange(true, ordering: .relaxed) else { return }
        queue.async {
            _ = client.ends(of: partitions, within: .seconds(1))
            self.isOut.store(false, ordering: .relaxed)
        }
    }
}
