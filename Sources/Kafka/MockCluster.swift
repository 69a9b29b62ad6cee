internal import CRdkafka

/// librdkafka's own imitation of a Kafka cluster, inside this process: for the demo and for tests of faults.
///
/// A partition keeps its latest 5 MB. It ends when the last reference goes.
package final class MockCluster: @unchecked Sendable {  // Constants, and the cluster locks itself.
    private let handle: ClientHandle
    private let cluster: OpaquePointer

    /// Starts brokers on free ports of the loopback interface, numbered from 1.
    package init(brokers: Int = 1) throws(KafkaError) {
        let configuration = ClientConfiguration()
        configuration.silence()
        handle = try configuration.makeClient(RD_KAFKA_PRODUCER)
        guard let cluster = rd_kafka_mock_cluster_new(handle.client, Int32(clamping: brokers)) else {
            throw KafkaError(code: .invalidArgument, reason: "the mock cluster could not be started")
        }
        self.cluster = cluster
    }

    // The cluster goes first, then the handle frees the client that it lives in.
    deinit {
        rd_kafka_mock_cluster_destroy(cluster)
    }

    /// What goes into `bootstrap.servers`.
    package var bootstrapServers: String { String(cString: rd_kafka_mock_cluster_bootstraps(cluster)) }

    /// Makes a topic; one that is merely asked for is made too, with 4 partitions.
    package func createTopic(_ name: String, partitions: Int, replicas: Int = 1) throws(KafkaError) {
        try KafkaError.check(
            rd_kafka_mock_topic_create(cluster, name, Int32(clamping: partitions), Int32(clamping: replicas))
        )
    }

    /// Answers the next requests of this kind with these errors, one each; `transport` cuts the connection.
    package func push(_ errors: [KafkaErrorCode], to request: KafkaRequest) {
        let codes = errors.map(\.c)
        rd_kafka_mock_push_request_errors_array(cluster, request.rawValue, codes.count, codes)
    }

    /// Forgets the errors that are still to come for this kind of request.
    package func clearErrors(of request: KafkaRequest) {
        rd_kafka_mock_clear_request_errors(cluster, request.rawValue)
    }

    /// Has the topic's metadata say this error, until it is set to `nil`.
    package func setError(_ error: KafkaErrorCode?, ofTopic name: String) {
        rd_kafka_mock_topic_set_error(cluster, name, error?.c ?? RD_KAFKA_RESP_ERR_NO_ERROR)
    }

    /// Cuts all connections and takes no new ones, until `setUp`.
    package func setDown() throws(KafkaError) {
        try KafkaError.check(rd_kafka_mock_broker_set_down(cluster, -1))
    }

    /// Takes connections again.
    package func setUp() throws(KafkaError) {
        try KafkaError.check(rd_kafka_mock_broker_set_up(cluster, -1))
    }

    /// Delays every answer of every broker.
    package func setRoundTripTime(_ time: Duration) throws(KafkaError) {
        try KafkaError.check(rd_kafka_mock_broker_set_rtt(cluster, -1, time.milliseconds))
    }
}

/// A kind of request of Kafka's protocol, by its API key: <https://kafka.apache.org/protocol#protocol_api_keys>.
package struct KafkaRequest: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int16

    package init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    package static let produce = KafkaRequest(rawValue: 0)
    package static let fetch = KafkaRequest(rawValue: 1)
    package static let listOffsets = KafkaRequest(rawValue: 2)
    package static let metadata = KafkaRequest(rawValue: 3)
    package static let offsetCommit = KafkaRequest(rawValue: 8)
    package static let offsetFetch = KafkaRequest(rawValue: 9)
    package static let findCoordinator = KafkaRequest(rawValue: 10)
    package static let joinGroup = KafkaRequest(rawValue: 11)
    package static let heartbeat = KafkaRequest(rawValue: 12)
    package static let leaveGroup = KafkaRequest(rawValue: 13)
    package static let syncGroup = KafkaRequest(rawValue: 14)
    package static let initProducerID = KafkaRequest(rawValue: 22)
}
