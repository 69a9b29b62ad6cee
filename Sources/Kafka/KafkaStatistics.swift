import FoundationEssentials

/// What librdkafka tells about a consumer every few seconds, as far as an operator wants to know it.
///
/// <https://github.com/confluentinc/librdkafka/blob/v2.0.2/STATISTICS.md>
package struct KafkaStatistics: Hashable, Sendable {
    /// The connections that the client keeps.
    package let brokers: [Broker]
    /// `nil` for a client that is no member of a group.
    package let group: Group?
    /// Records that were fetched and not taken yet.
    package let fetchedRecords: Int
    /// The bytes of these records.
    package let fetchedBytes: Int

    /// A connection to a broker.
    package struct Broker: Hashable, Sendable {
        /// `nil` for the connection that is kept for the group alone.
        package let id: Int?
        /// Whether it stands, authentication included.
        package let isUp: Bool
        /// What 99 of 100 requests stayed below lately; `nil` when there were none.
        package let roundTrip: Duration?
        /// Requests that could not be sent.
        package let transmitErrors: Int
        /// Answers that could not be received.
        package let receiveErrors: Int
        /// Requests without an answer in time.
        package let timeouts: Int
    }

    /// Where the consumer stands in its group, in librdkafka's words.
    package struct Group: Hashable, Sendable {
        package let state: String
        package let joinState: String
        /// Assignments and revocations so far.
        package let rebalances: Int
    }

    /// Reads a `statistics` event; `nil` for a text that is not one.
    package init?(json: String) {
        // What is wrong with a text of librdkafka's own is nothing that anybody could act on.
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(json.utf8)) else { return nil }
        brokers = wire.brokers.values.compactMap { Broker($0) }
        group = wire.cgrp.map { Group(state: $0.state, joinState: $0.join_state, rebalances: $0.rebalance_cnt) }
        // A consumer's partitions are forwarded to one queue, and each gives the length of that.
        let partitions = wire.topics.values.flatMap(\.partitions.values)
        fetchedRecords = partitions.map(\.fetchq_cnt).max() ?? 0
        fetchedBytes = partitions.map(\.fetchq_size).max() ?? 0
    }
}

extension KafkaStatistics.Broker {
    /// `nil` for a server from the configuration whose place in the cluster is not known.
    fileprivate init?(_ wire: Wire.Broker) {
        let isLogical = wire.source == "logical"
        guard isLogical || wire.nodeid >= 0 else { return nil }
        id = isLogical ? nil : wire.nodeid
        isUp = wire.state == "UP"
        roundTrip = wire.rtt.cnt > 0 ? .microseconds(wire.rtt.p99) : nil
        transmitErrors = wire.txerrs
        receiveErrors = wire.rxerrs
        timeouts = wire.req_timeouts
    }
}

/// The fields that are read, under librdkafka's names.
private struct Wire: Decodable {
    struct Broker: Decodable {
        let nodeid: Int
        let source: String
        let state: String
        let txerrs: Int
        let rxerrs: Int
        let req_timeouts: Int
        let rtt: Window
    }

    struct Window: Decodable {
        /// In microseconds.
        let p99: Int
        let cnt: Int
    }

    struct Topic: Decodable {
        let partitions: [String: Partition]
    }

    struct Partition: Decodable {
        let fetchq_cnt: Int
        let fetchq_size: Int
    }

    struct Group: Decodable {
        let state: String
        let join_state: String
        let rebalance_cnt: Int
    }

    let brokers: [String: Broker]
    let topics: [String: Topic]
    let cgrp: Group?
}
