internal import CRdkafka

/// Where a partition starts for which the group has committed nothing.
enum StartPosition {
    case beginning
    case end

    static let property = "auto.offset.reset"
    static let names: Set<String> = beginnings.union(ends)

    private static let beginnings: Set = ["earliest", "beginning", "smallest"]
    private static let ends: Set = ["latest", "end", "largest"]

    /// What the user's properties say: a new group reads from the beginning unless told otherwise.
    init(_ properties: [String: String]) {
        self = Self.ends.contains(properties[Self.property] ?? "") ? .end : .beginning
    }

    /// librdkafka's logical offset.
    var logicalOffset: Int64 {
        switch self {
        case .beginning: Int64(RD_KAFKA_OFFSET_BEGINNING)
        case .end: Int64(RD_KAFKA_OFFSET_END)
        }
    }
}

/// Where to start reading a partition.
struct PartitionStart {
    let topicPartition: TopicPartition
    /// An offset, or one of librdkafka's logical ones.
    let offset: Int64
}

extension PartitionStart {
    /// At the position, or where there is none, at the beginning or end.
    init(_ topicPartition: TopicPartition, at position: Int64?, or start: StartPosition) {
        self.init(topicPartition: topicPartition, offset: position ?? start.logicalOffset)
    }
}
