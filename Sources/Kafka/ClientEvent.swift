internal import CRdkafka

/// An event out of a librdkafka queue, freed when its owner goes.
struct ClientEvent: ~Copyable {
    let pointer: OpaquePointer

    /// Takes over what a queue answered; `nil` when it had nothing.
    init?(taking event: OpaquePointer?) {
        guard let event else { return nil }
        pointer = event
    }

    deinit {
        rd_kafka_event_destroy(pointer)
    }

    var type: rd_kafka_event_type_t { rd_kafka_event_type(pointer) }

    var code: rd_kafka_resp_err_t { rd_kafka_event_error(pointer) }

    /// The partitions of a rebalance or commit, which the event keeps owning.
    var partitions: UnsafeMutableBufferPointer<rd_kafka_topic_partition_t> {
        let list = rd_kafka_event_topic_partition_list(pointer)?.pointee
        return UnsafeMutableBufferPointer(start: list?.elems, count: Int(list?.cnt ?? 0))
    }

    /// What an error event says; a fatal one hides its cause, which the client is asked for.
    func error(from client: OpaquePointer) -> KafkaError {
        guard rd_kafka_event_error_is_fatal(pointer) == 0 else { return .fatal(of: client) ?? KafkaError(code) }
        return KafkaError(
            code: KafkaErrorCode(code),
            reason: String(cString: rd_kafka_event_error_string(pointer)),
            topicPartition: topicPartition
        )
    }

    var logLine: KafkaLogLine? {
        var facility: UnsafePointer<CChar>?
        var text: UnsafePointer<CChar>?
        var level: Int32 = 0
        guard rd_kafka_event_log(pointer, &facility, &text, &level) == 0, let facility, let text else { return nil }
        let line = KafkaLogLine(level: level, facility: String(cString: facility), text: String(cString: text))
        return line.isAboutOtherClients ? nil : line
    }

    private var topicPartition: TopicPartition? {
        guard let element = rd_kafka_event_topic_partition(pointer) else { return nil }
        defer { rd_kafka_topic_partition_destroy(element) }
        return TopicPartition(element.pointee)
    }
}

extension KafkaLogLine {
    /// Whether this is the warning that a consumer's property does nothing for a producer, or the other way round:
    /// one set of properties serves both.
    fileprivate var isAboutOtherClients: Bool {
        facility == "CONFWARN" && text.contains(" property and will be ignored by this ")
    }
}

extension KafkaError {
    /// The error after which the client can do nothing more; `nil` while there is none.
    static func fatal(of client: OpaquePointer) -> KafkaError? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
            text.initialize(repeating: 0)
            let code = rd_kafka_fatal_error(client, text.baseAddress, text.count)
            guard code != RD_KAFKA_RESP_ERR_NO_ERROR, let start = text.baseAddress else { return nil }
            return KafkaError(code: KafkaErrorCode(code), reason: String(cString: start), isFatal: true)
        }
    }
}
