/// Which records of a topic are to be read next: one page of one partition.
package struct LogOrder: Hashable, Sendable {
    /// Orders with the same number go on in one reading, up to where the partition ended at the first of them.
    package let number: Int
    package let partition: Int32
    /// The offset where the page begins; `nil`, or one that the log has not, for the first record that is new enough.
    package let from: Int64?
    /// What is older, by its timestamp in UNIX milliseconds, is not wanted.
    package let sinceMilliseconds: Int64
    /// At most so many records.
    package let maximumRecords: Int
    /// No further record once their values have so many bytes.
    package let maximumBytes: Int

    package init(
        number: Int,
        partition: Int32,
        from: Int64?,
        sinceMilliseconds: Int64,
        maximumRecords: Int,
        maximumBytes: Int
    ) {
        self.number = number
        self.partition = partition
        self.from = from
        self.sinceMilliseconds = sinceMilliseconds
        self.maximumRecords = maximumRecords
        self.maximumBytes = maximumBytes
    }
}

/// What came of an order.
package struct LogPage: Sendable {
    /// Some records of a partition, in their order.
    package struct Records: Sendable {
        package let values: [[UInt8]?]
        /// Where to go on.
        package let nextOffset: Int64
        /// Where the partition ended when its reading began: there the reading is over.
        package let end: Int64
    }

    package let order: LogOrder
    /// A failure ends the reading: the next order begins it anew.
    package let result: Result<Records, KafkaError>
}
