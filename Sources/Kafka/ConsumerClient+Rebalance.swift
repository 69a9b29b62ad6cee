internal import CRdkafka

extension ConsumerClient {
    /// Whether the group took the assignment away without asking: nothing of it can be committed.
    var isAssignmentLost: Bool { rd_kafka_assignment_lost(client) != 0 }

    /// Starts reading at the given offsets: these partitions beside those held, or in place of them, as the group's
    /// protocol has it.
    func assign(_ starts: [PartitionStart]) -> KafkaError? {
        let list = TopicPartitionList(capacity: starts.count)
        for start in starts { list.append(start.topicPartition, offset: start.offset) }
        guard isCooperative else { return KafkaError(failed: list.lend { rd_kafka_assign(client, $0) }) }
        return KafkaError(taking: list.lend { rd_kafka_incremental_assign(client, $0) })
    }

    /// Stops reading the partitions: those given, or all of them, as the group's protocol has it.
    func unassign(_ partitions: [TopicPartition]) -> KafkaError? {
        guard isCooperative else { return KafkaError(failed: rd_kafka_assign(client, nil)) }
        return KafkaError(taking: TopicPartitionList(partitions).lend { rd_kafka_incremental_unassign(client, $0) })
    }

    /// Whether partitions are assigned and revoked one by one, rather than all at once.
    var isCooperative: Bool { String(cString: rd_kafka_rebalance_protocol(client)) == "COOPERATIVE" }
}
