internal import CRdkafka

/// Kafka's error number: positive from a broker, negative from librdkafka itself.
///
/// Brokers may answer with numbers that have no name here; they are kept as they are.
/// See <https://kafka.apache.org/protocol#protocol_error_codes>.
package struct KafkaErrorCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    init(_ code: rd_kafka_resp_err_t) {
        rawValue = code.rawValue
    }

    var c: rd_kafka_resp_err_t { rd_kafka_resp_err_t(rawValue) }
}

extension KafkaErrorCode {
    package static let offsetOutOfRange = KafkaErrorCode(rawValue: 1)
    package static let unknownTopicOrPartition = KafkaErrorCode(rawValue: 3)
    package static let messageTooLarge = KafkaErrorCode(rawValue: 10)
    package static let offsetMetadataTooLarge = KafkaErrorCode(rawValue: 12)
    package static let notCoordinator = KafkaErrorCode(rawValue: 16)
    package static let notEnoughReplicas = KafkaErrorCode(rawValue: 19)
    package static let illegalGeneration = KafkaErrorCode(rawValue: 22)
    package static let unknownMemberID = KafkaErrorCode(rawValue: 25)
    package static let rebalanceInProgress = KafkaErrorCode(rawValue: 27)
    package static let topicAuthorizationFailed = KafkaErrorCode(rawValue: 29)
    package static let groupAuthorizationFailed = KafkaErrorCode(rawValue: 30)
    package static let topicAlreadyExists = KafkaErrorCode(rawValue: 36)
    package static let outOfOrderSequenceNumber = KafkaErrorCode(rawValue: 45)
    package static let fencedInstanceID = KafkaErrorCode(rawValue: 82)

    package static let transport = KafkaErrorCode(RD_KAFKA_RESP_ERR__TRANSPORT)
    /// The host name has no address.
    package static let unresolved = KafkaErrorCode(RD_KAFKA_RESP_ERR__RESOLVE)
    package static let messageTimedOut = KafkaErrorCode(RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
    package static let unknownTopic = KafkaErrorCode(RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC)
    package static let allBrokersDown = KafkaErrorCode(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN)
    package static let invalidArgument = KafkaErrorCode(RD_KAFKA_RESP_ERR__INVALID_ARG)
    package static let timedOut = KafkaErrorCode(RD_KAFKA_RESP_ERR__TIMED_OUT)
    package static let queueFull = KafkaErrorCode(RD_KAFKA_RESP_ERR__QUEUE_FULL)
    package static let state = KafkaErrorCode(RD_KAFKA_RESP_ERR__STATE)
    package static let authentication = KafkaErrorCode(RD_KAFKA_RESP_ERR__AUTHENTICATION)
    package static let tls = KafkaErrorCode(RD_KAFKA_RESP_ERR__SSL)
    package static let maximumPollExceeded = KafkaErrorCode(RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED)
    package static let fenced = KafkaErrorCode(RD_KAFKA_RESP_ERR__FENCED)
    /// The client has failed for good before.
    package static let fatal = KafkaErrorCode(RD_KAFKA_RESP_ERR__FATAL)
    package static let purgedFromQueue = KafkaErrorCode(RD_KAFKA_RESP_ERR__PURGE_QUEUE)
    package static let purgedInFlight = KafkaErrorCode(RD_KAFKA_RESP_ERR__PURGE_INFLIGHT)
    package static let assignmentLost = KafkaErrorCode(RD_KAFKA_RESP_ERR__ASSIGNMENT_LOST)
    /// No error: every record of a partition has been handed on; only for a consumer that is alone.
    package static let partitionEnd = KafkaErrorCode(RD_KAFKA_RESP_ERR__PARTITION_EOF)
    /// The position is not in the log, or its start could not be looked up.
    package static let positionLost = KafkaErrorCode(RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET)
}

extension KafkaErrorCode {
    /// Whether nobody has answered: no broker is there, or none in time.
    package var isSilence: Bool { [.transport, .timedOut, .allBrokersDown].contains(self) }

    /// Whether a connection fails for its credentials or certificates, which a person has to put right.
    package var isConnectionRefusal: Bool { [.authentication, .tls].contains(self) }

    /// Whether the broker refuses what the worker cannot do without, until a person grants it.
    package var isAccessRefusal: Bool { [.topicAuthorizationFailed, .groupAuthorizationFailed].contains(self) }

    /// Whether the same request may succeed later: Kafka's own retriable errors, and librdkafka's passing ones.
    package var isRetriable: Bool { Self.retriable.contains(c.rawValue) }

    /// Whether a record failed since its producer did, for good: that says nothing about the record.
    package var isOfFailedProducer: Bool {
        [.fatal, .purgedFromQueue, .purgedInFlight, .outOfOrderSequenceNumber].contains(self)
    }

    /// Whether a commit is answered so in the normal course of a rebalance.
    package var isExpectedInRebalance: Bool {
        [.illegalGeneration, .unknownMemberID, .rebalanceInProgress, .state, .assignmentLost].contains(self)
    }

    private static let retriable: Set<Int32> = Set(
        [
            RD_KAFKA_RESP_ERR__TRANSPORT,
            RD_KAFKA_RESP_ERR__RESOLVE,
            RD_KAFKA_RESP_ERR__MSG_TIMED_OUT,
            RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION,
            RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC,
            RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN,
            RD_KAFKA_RESP_ERR__TIMED_OUT,
            RD_KAFKA_RESP_ERR__QUEUE_FULL,
            RD_KAFKA_RESP_ERR__ISR_INSUFF,
            RD_KAFKA_RESP_ERR__WAIT_COORD,
            RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE,
            RD_KAFKA_RESP_ERR__WAIT_CACHE,
            RD_KAFKA_RESP_ERR__RETRY,
            RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART,
            RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE,
            RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
            RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT,
            RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE,
            RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION,
            RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS,
            RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE,
            RD_KAFKA_RESP_ERR_NOT_COORDINATOR,
            RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS,
            RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND,
            RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS,
            RD_KAFKA_RESP_ERR_NOT_CONTROLLER,
            RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR,
            RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH,
            RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH,
            RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE,
            RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT,
            RD_KAFKA_RESP_ERR_THROTTLING_QUOTA_EXCEEDED,
        ].map(\.rawValue)
    )
}

extension KafkaErrorCode: CustomStringConvertible {
    /// Kafka's name for the code, such as `ILLEGAL_GENERATION` or `_TRANSPORT`.
    package var description: String { String(cString: rd_kafka_err2name(c)) }
}
