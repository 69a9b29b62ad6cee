import Flow
import Kafka

/// One of the four records of an exploration, by its place.
struct SmallRecord: Hashable, Comparable, Sendable, CustomStringConvertible {
    var partition: Int32
    var offset: Int64

    /// The second partition has a hole, as compaction leaves it.
    static let logs: [Set<Int64>] = [[0, 1], [0, 3]]
    static let app = "com.example.app"

    var description: String { "\(partition):\(offset)" }

    /// The one that no rule lets pass: it becomes a dead letter.
    var isMalformed: Bool { partition == 1 && offset == 0 }

    /// What the App Store is told in place of a percentage, to know the record again.
    var number: Int { Int(partition) * 10 + Int(offset) + 1 }

    init(_ partition: Int32, _ offset: Int64) {
        self.partition = partition
        self.offset = offset
    }

    init(_ record: KafkaRecord) {
        self.init(record.topicPartition.partition, record.offset)
    }

    init?(number: Int) {
        self.init(Int32((number - 1) / 10), Int64((number - 1) % 10))
    }

    static func < (left: SmallRecord, right: SmallRecord) -> Bool { left.number < right.number }

    var kafkaRecord: KafkaRecord {
        KafkaRecord(
            topicPartition: Simulation.partition(partition),
            offset: offset,
            timestamp: nil,
            key: nil,
            value: Array((isMalformed ? "{" : event).utf8),
            headers: []
        )
    }

    // A signed date for each, so that the order of sending does not depend on the order of arrival.
    private var event: String {
        """
        {"notificationUUID":"00000000-0000-4000-8000-0000000000\(10 + number)",\
        "signedDate":\(Simulation.startDate.milliseconds + Int64(number)),"environment":"Production",\
        "bundleId":"\(Self.app)","transactionId":"\(1000 + number)","type":"Consumable","consumptionRequest":\
        {"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,\
        "consumptionPercentage":\(number)}}
        """
    }
}
