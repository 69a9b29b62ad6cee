internal import CRdkafka

/// One client of librdkafka's that writes; what it has to say goes to an outlet, which it may share with others.
final class ProducerClient: @unchecked Sendable {  // A constant, and librdkafka's producer takes any thread.
    private let handle: ClientHandle

    /// Throws the property that librdkafka refuses.
    init(_ properties: [String: String], to outlet: ProducerOutlet) throws(KafkaError) {
        let configuration = try ClientProperties.producer.configuration(properties)
        configuration.deliver(RD_KAFKA_EVENT_DR, RD_KAFKA_EVENT_ERROR, RD_KAFKA_EVENT_LOG)
        configuration.handInBackground(to: ProducerOutlet.receive, context: outlet)
        handle = try configuration.makeClient(RD_KAFKA_PRODUCER, keeping: outlet)
        // Without this only a poll of ours would get at the main queue.
        let main = rd_kafka_queue_get_main(handle.client)
        let background = rd_kafka_queue_get_background(handle.client)
        rd_kafka_queue_forward(main, background)
        try KafkaError.check(rd_kafka_set_log_queue(handle.client, background))
        rd_kafka_queue_destroy(background)
        rd_kafka_queue_destroy(main)
    }

    var pointer: OpaquePointer { handle.client }

    /// Blocks until every record has its report, and returns how many have none at the end of the limit.
    func flush(within limit: Duration) -> Int {
        // Its answer is only whether the queue is empty, and that is asked below.
        _ = rd_kafka_flush(pointer, limit.milliseconds)
        return Int(rd_kafka_outq_len(pointer))
    }

    /// Blocks until every record that is still out has been reported as given up.
    func giveUp() {
        // It fails only for flags that do not exist, and for consumers.
        _ = rd_kafka_purge(pointer, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT)
        while flush(within: .seconds(1)) > 0 {}
    }
}
