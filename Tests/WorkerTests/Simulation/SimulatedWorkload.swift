import Flow
import Kafka
import TestSupport

/// Events of every fate, spread over the partitions by their transaction, with holes in the offsets.
struct SimulatedWorkload {
    enum Fate: Hashable {
        /// To be accepted.
        case valid
        /// Breaks a rule.
        case invalid
        /// Apple refuses it for good.
        case refused
        /// Its deadline passed before it came.
        case late
    }

    struct Item {
        let partition: Int32
        let offset: Int64
        let transactionID: String
        let notification: Int
        let fate: Fate
        let deadline: UnixTime
    }

    static let apps = ["com.example.game", "com.example.other"]

    private(set) var log: [Int32: [KafkaRecord]] = [:]
    private(set) var items: [Item] = []
    private(set) var refused: Set<String> = []

    init(_ plan: Simulation.Plan, at date: UnixTime, _ random: inout SeededGenerator) {
        var offsets: [Int32: Int64] = [:]
        for partition in 0..<plan.partitions { log[partition] = [] }
        for number in 0..<plan.events {
            // Now and then the same notification once more.
            let repeats = number > 10 && random.jitter() < plan.repeats
            let notification = repeats ? number - Int.random(in: 1...10, using: &random) : number
            let original = items.first { $0.notification == notification }
            let partition = original?.partition ?? Int32.random(in: 0..<plan.partitions, using: &random)
            let fate = original?.fate ?? Self.fate(&random)
            var event = SampleEvent(notification, signedDate: date.milliseconds)
            if fate == .late { event.signedDate -= 12 * 3_600_000 }
            event.bundleID = Self.apps[notification % 2]
            if fate == .invalid { event.type = "Auto-Renewable Subscription" }
            if fate == .refused { refused.insert(event.transactionID) }
            let offset = offsets[partition, default: 0] + (random.jitter() < 0.1 ? 3 : 0)
            offsets[partition] = offset + 1
            log[partition, default: []].append(
                KafkaRecord(
                    topicPartition: TopicPartition(topic: SimulatedKafka.topic, partition: partition),
                    offset: offset,
                    timestamp: nil,
                    key: nil,
                    value: event.bytes,
                    headers: []
                )
            )
            items.append(
                Item(
                    partition: partition,
                    offset: offset,
                    transactionID: event.transactionID,
                    notification: notification,
                    fate: fate,
                    deadline: UnixTime(milliseconds: event.signedDate) + .seconds(12 * 3600 - 300)
                )
            )
        }
    }

    private static func fate(_ random: inout SeededGenerator) -> Fate {
        switch random.jitter() {
        case ..<0.1: .invalid
        case ..<0.15: .refused
        case ..<0.18: .late
        default: .valid
        }
    }
}
