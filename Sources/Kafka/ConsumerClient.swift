internal import CRdkafka

/// librdkafka's consumer, call by call, in Swift's terms.
///
/// Records, rebalances, commits and errors all come out of the one queue, in the order in which they happened.
/// There are no callbacks.
final class ConsumerClient: @unchecked Sendable {  // Constants, and librdkafka's clients and queues take any thread.
    private let handle: ClientHandle
    let queue: OpaquePointer
    /// Nothing ever comes out of it: it is there to be waited on.
    private let emptyQueue: OpaquePointer
    /// Whether it stops to fetch for up to a second whenever its queue was full: see `FetchNudge`.
    let sleepsWhenFull: Bool

    /// A member of the group, or with no topics a client that only keeps positions there.
    convenience init(properties: [String: String], topics: [String], groupID: String) throws(KafkaError) {
        try self.init(.consumer(groupID: groupID), properties: properties, topics: topics)
    }

    /// - Parameter topics: Empty for a client that is no member of the group.
    init(_ kind: ClientProperties, properties: [String: String], topics: [String] = []) throws(KafkaError) {
        let configuration = try kind.configuration(properties)
        configuration.deliver(
            RD_KAFKA_EVENT_REBALANCE,
            RD_KAFKA_EVENT_ERROR,
            RD_KAFKA_EVENT_LOG,
            RD_KAFKA_EVENT_STATS
        )
        sleepsWhenFull = configuration.value(of: "fetch.queue.backoff.ms") == nil
        handle = try configuration.makeClient(RD_KAFKA_CONSUMER)
        try KafkaError.check(rd_kafka_poll_set_consumer(handle.client))
        try KafkaError.check(rd_kafka_set_log_queue(handle.client, nil))
        queue = rd_kafka_queue_get_consumer(handle.client)
        emptyQueue = rd_kafka_queue_new(handle.client)
        guard !topics.isEmpty else { return }
        let subscription = TopicPartitionList(topics.map { TopicPartition(topic: $0, partition: -1) })
        try KafkaError.check(subscription.lend { rd_kafka_subscribe(handle.client, $0) })
    }

    // The queues go first, then the handle frees the client.
    deinit {
        rd_kafka_queue_destroy(emptyQueue)
        rd_kafka_queue_destroy(queue)
    }

    var client: OpaquePointer { handle.client }

    /// The next event; `nil` after the timeout in milliseconds, or when interrupted.
    func poll(timeout: Int32) -> ClientEvent? {
        ClientEvent(taking: rd_kafka_queue_poll(queue, timeout))
    }

    /// Whether an event waits to be taken.
    var hasEvents: Bool { rd_kafka_queue_length(queue) > 0 }

    /// Waits for an interruption and leaves all events where they are; the timeout is in milliseconds.
    func rest(timeout: Int32) {
        rd_kafka_event_destroy(rd_kafka_queue_poll(emptyQueue, timeout))
    }

    /// Ends a wait in `poll` or `rest`, or the next one of either when none is going on.
    func interrupt() {
        rd_kafka_queue_yield(queue)
        rd_kafka_queue_yield(emptyQueue)
    }

    /// Begins to leave the group; the events of it come out of the queue as always.
    func beginClosing() -> KafkaError? {
        KafkaError(taking: rd_kafka_consumer_close_queue(client, queue))
    }

    var isClosed: Bool { rd_kafka_consumer_closed(client) != 0 }
}
