package import Kafka

/// What came of an order to read back outcomes; there is exactly one for each.
package struct OutcomeReading: Sendable {
    /// Some outcomes of a partition, in their order.
    package struct Page: Sendable {
        package let accepted: [Acceptance]
        /// Records that are no outcomes, or none that is understood.
        package let unreadable: Int
        /// Where to go on.
        package let nextOffset: Int64
        /// Where the partition ended when its load began.
        package let end: Int64

        package init(accepted: [Acceptance], unreadable: Int = 0, nextOffset: Int64, end: Int64) {
            self.accepted = accepted
            self.unreadable = unreadable
            self.nextOffset = nextOffset
            self.end = end
        }
    }

    /// The number of the order.
    package let load: Int
    package let partition: Int32
    package let result: Result<Page, KafkaError>

    package init(load: Int, partition: Int32, result: Result<Page, KafkaError>) {
        self.load = load
        self.partition = partition
        self.result = result
    }
}
