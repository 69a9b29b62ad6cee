internal import CRdkafka

/// librdkafka's list of partitions with offsets, freed when its owner goes.
struct TopicPartitionList: ~Copyable {
    private let pointer: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>

    init(capacity: Int) {
        pointer = rd_kafka_topic_partition_list_new(Int32(clamping: capacity))
    }

    init(_ partitions: some Collection<TopicPartition>) {
        self.init(capacity: partitions.count)
        for partition in partitions { append(partition) }
    }

    deinit {
        rd_kafka_topic_partition_list_destroy(pointer)
    }

    /// Lends the list to a call.
    ///
    /// The pointer is not to be had otherwise: a list made in passing would be freed before the call begins.
    func lend<Result>(_ call: (UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) -> Result) -> Result {
        call(pointer)
    }

    /// Reads each partition, with what a call has written to it.
    func map<Result, Failure: Error>(
        _ read: (rd_kafka_topic_partition_t) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        var results: [Result] = []
        let elements = UnsafeBufferPointer(start: pointer.pointee.elems, count: Int(pointer.pointee.cnt))
        for element in elements { results.append(try read(element)) }
        return results
    }

    func append(_ partition: TopicPartition, offset: Int64 = Int64(RD_KAFKA_OFFSET_INVALID), metadata: String? = nil) {
        let element = rd_kafka_topic_partition_list_add(pointer, partition.topic, partition.partition)
        element?.pointee.offset = offset
        // The list frees the copy with librdkafka's own allocator, so that is where it must come from.
        guard let bytes = metadata?.utf8, let copy = rd_kafka_mem_malloc(nil, bytes.count) else { return }
        copy.copyMemory(from: Array(bytes), byteCount: bytes.count)
        element?.pointee.metadata = copy
        element?.pointee.metadata_size = bytes.count
    }
}

extension TopicPartition {
    init(_ element: rd_kafka_topic_partition_t) {
        self.init(topic: String(cString: element.topic), partition: element.partition)
    }
}
