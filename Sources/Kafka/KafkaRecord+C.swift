internal import CRdkafka
internal import Glibc

extension KafkaRecord {
    /// Copies a message out of librdkafka.
    init(_ message: UnsafePointer<rd_kafka_message_t>, in topicPartition: TopicPartition) {
        self.init(
            topicPartition: topicPartition,
            offset: message.pointee.offset,
            timestamp: KafkaTimestamp(message),
            key: [UInt8](copying: message.pointee.key, message.pointee.key_len),
            value: [UInt8](copying: message.pointee.payload, message.pointee.len),
            headers: [KafkaHeader](message)
        )
    }
}

extension KafkaTimestamp {
    fileprivate init?(_ message: UnsafePointer<rd_kafka_message_t>) {
        var type = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        let milliseconds = rd_kafka_message_timestamp(message, &type)
        guard type != RD_KAFKA_TIMESTAMP_NOT_AVAILABLE else { return nil }
        self.init(milliseconds: milliseconds, source: type == RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME ? .broker : .producer)
    }
}

extension [KafkaHeader] {
    fileprivate init(_ message: UnsafePointer<rd_kafka_message_t>) {
        self = []
        var headers: OpaquePointer?
        guard rd_kafka_message_headers(message, &headers) == RD_KAFKA_RESP_ERR_NO_ERROR, let headers else { return }
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        while rd_kafka_header_get_all(headers, count, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR, let name {
            // librdkafka ends a name with a zero byte and keeps no length.
            let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
            append(KafkaHeader(name: [UInt8](bytes), value: [UInt8](copying: value, size)))
        }
    }
}

extension [UInt8] {
    /// The bytes there; `nil` for a null pointer, which is Kafka's null.
    fileprivate init?(copying start: UnsafeRawPointer?, _ count: Int) {
        guard let start else { return nil }
        self.init(UnsafeRawBufferPointer(start: start, count: count))
    }
}
