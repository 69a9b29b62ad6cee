internal import CRdkafka

extension KafkaError {
    /// An error number of librdkafka's with librdkafka's own words for it.
    init(_ code: rd_kafka_resp_err_t, at topicPartition: TopicPartition? = nil) {
        self.init(
            code: KafkaErrorCode(code),
            reason: String(cString: rd_kafka_err2str(code)),
            topicPartition: topicPartition
        )
    }

    /// What a call of librdkafka's answered; `nil` when that was success.
    init?(failed code: rd_kafka_resp_err_t, at topicPartition: TopicPartition? = nil) {
        guard code != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
        self.init(code, at: topicPartition)
    }

    /// Takes over an error object, which is freed here; `nil` means that there was no error.
    init?(taking error: OpaquePointer?, at topicPartition: TopicPartition? = nil) {
        guard let error else { return nil }
        defer { rd_kafka_error_destroy(error) }
        self.init(
            code: KafkaErrorCode(rd_kafka_error_code(error)),
            reason: String(cString: rd_kafka_error_string(error)),
            isFatal: rd_kafka_error_is_fatal(error) != 0,
            topicPartition: topicPartition
        )
    }

    /// Throws what a call of librdkafka's answered, unless that was success.
    static func check(_ code: rd_kafka_resp_err_t) throws(KafkaError) {
        if let error = KafkaError(failed: code) { throw error }
    }
}
