internal import CRdkafka

/// One partition that is read from some offset up to where it ended at the beginning.
struct LogReading {
    let number: Int
    private let partition: TopicPartition
    private let end: Int64
    private var position: Int64
    private var nudge = FetchNudge()

    /// How long the brokers may take for each question.
    private static let patience = Duration.seconds(1)
    /// How long a page gathers records.
    private static let pageTime = Duration.milliseconds(250)

    /// Finds out where to begin and where to end, and has the client read from there.
    init(of partition: TopicPartition, _ order: LogOrder, _ client: ConsumerClient) throws(KafkaError) {
        guard let available = client.availableOffsets(of: partition, within: Self.patience) else {
            throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT)
        }
        (number, self.partition, end) = (order.number, partition, available.upperBound)
        if let from = order.from, (available.lowerBound...available.upperBound).contains(from) {
            position = from
        } else {
            position = try Self.beginning(in: available, of: partition, order.sinceMilliseconds, client)
        }
        guard !isOver else { return }
        if let error = client.assign([PartitionStart(topicPartition: partition, offset: position)]) { throw error }
    }

    var isOver: Bool { position >= end }

    /// The next records; none when none came in time.
    mutating func nextPage(for order: LogOrder, from client: ConsumerClient) throws(KafkaError) -> LogPage.Records {
        var values: [[UInt8]?] = []
        var bytes = 0
        let deadline = ContinuousClock.now + Self.pageTime
        while !isOver, values.count < order.maximumRecords, bytes < order.maximumBytes, .now < deadline {
            if client.sleepsWhenFull, !client.hasEvents, nudge.isDue() { _ = nudge.give([partition], of: client) }
            let wait = min(FetchNudge.interval, ContinuousClock.now.duration(to: deadline))
            guard let event = client.poll(timeout: max(.zero, wait).milliseconds) else { continue }
            if let record = try Self.record(in: event, of: partition, client) {
                if record.offset >= position, record.offset < end {
                    values.append(record.value)
                    bytes += record.value?.count ?? 0
                }
                position = max(position, record.offset + 1)
            } else if event.code == RD_KAFKA_RESP_ERR__PARTITION_EOF {
                position = end
            }
        }
        if isOver, let error = client.unassign([]) { throw error }
        return LogPage.Records(values: values, nextOffset: min(position, end), end: end)
    }

    /// The first offset whose record is new enough.
    private static func beginning(
        in available: Range<Int64>,
        of partition: TopicPartition,
        _ since: Int64,
        _ client: ConsumerClient
    ) throws(KafkaError) -> Int64 {
        guard !available.isEmpty else { return available.upperBound }
        let found = try client.offset(of: partition, sinceMilliseconds: since, within: patience)
        if let found { return max(found, available.lowerBound) }
        // None is new enough, or the broker does not look up times (librdkafka's mock cluster): the newest record tells.
        let newest = try timestamp(at: available.upperBound - 1, of: partition, client)
        return newest.map { $0 < since } == true ? available.upperBound : available.lowerBound
    }

    private static func timestamp(
        at offset: Int64,
        of partition: TopicPartition,
        _ client: ConsumerClient
    ) throws(KafkaError) -> Int64? {
        if let error = client.assign([PartitionStart(topicPartition: partition, offset: offset)]) { throw error }
        let deadline = ContinuousClock.now + patience
        while let event = client.poll(timeout: max(.zero, ContinuousClock.now.duration(to: deadline)).milliseconds) {
            if event.code == RD_KAFKA_RESP_ERR__PARTITION_EOF { return nil }
            if let record = try record(in: event, of: partition, client) { return record.timestamp?.milliseconds }
        }
        return nil
    }

    /// The record of the partition that an event brings; `nil` for anything else.
    ///
    /// Passed over are what was fetched of another partition before, and errors after which the client goes on trying: one
    /// broker of several may be away.
    private static func record(
        in event: borrowing ClientEvent,
        of partition: TopicPartition,
        _ client: ConsumerClient
    ) throws(KafkaError) -> KafkaRecord? {
        if event.type == RD_KAFKA_EVENT_ERROR, event.code != RD_KAFKA_RESP_ERR__PARTITION_EOF {
            let error = event.error(from: client.client)
            if !error.isRetriable { throw error }
        }
        guard event.type == RD_KAFKA_EVENT_FETCH, let message = rd_kafka_event_message_next(event.pointer),
            message.pointee.partition == partition.partition
        else { return nil }
        return KafkaRecord(message, in: partition)
    }
}
