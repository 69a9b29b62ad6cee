import ConsumptionRules
import Kafka

/// Where a value stands, for the report about it.
enum ValuePlace: Sendable {
    /// A line of a file, counted from 1.
    case line(Int, of: String)
    /// A record of a topic.
    case record(TopicPartition, offset: Int64)

    func write(to json: inout JSONWriter) {
        switch self {
        case .line(let number, let file):
            json.member("file", file)
            json.member("line", number)
        case .record(let place, let offset):
            json.member("topic", place.topic)
            json.member("partition", place.partition)
            json.member("offset", offset)
        }
    }
}

extension ValuePlace: CustomStringConvertible {
    /// `FILE:LINE` or `TOPIC:PARTITION:OFFSET`.
    var description: String {
        switch self {
        case .line(let number, let file): "\(file):\(number)"
        case .record(let place, let offset): "\(place.topic):\(place.partition):\(offset)"
        }
    }
}
