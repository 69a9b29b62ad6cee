import Flow
import Kafka
import Testing

@testable import Worker

@Suite struct PartitionTableTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `any sequence of changes agrees with a dictionary`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = PartitionTable()
        var model: [TopicPartition: Int] = [:]
        for step in 0..<500 {
            let topic = ["events", "deferred"].randomElement(using: &random) ?? ""
            let key = TopicPartition(topic: topic, partition: Int32.random(in: 0..<12, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                table.insert(partition(step), under: key)
                model[key] = step
            case 1:
                let keys = [key, TopicPartition(topic: "events", partition: Int32.random(in: 0..<12, using: &random))]
                table.remove(Set(keys))
                for key in keys { model[key] = nil }
            case 2:
                let old = table.change(key) { partition in
                    defer { partition.outCount += 1 }
                    return partition.outCount
                }
                #expect(old == model[key], "seed \(seed), step \(step)")
                model[key] = model[key].map { $0 + 1 }
            default: #expect(table[key]?.outCount == model[key], "seed \(seed), step \(step)")
            }
            let seen = Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0.value.outCount) })
            #expect(seen == model && table.count == model.count, "seed \(seed), step \(step)")
            #expect(Set(table.keys) == Set(model.keys) && table.isEmpty == model.isEmpty, "seed \(seed), step \(step)")
        }
    }

    @Test func `a partition that was never assigned is not there`() {
        var table = PartitionTable()
        #expect(table[TopicPartition(topic: "events", partition: 7)] == nil)
        #expect(table.change(TopicPartition(topic: "events", partition: 7)) { _ in true } == nil)
        table.remove([TopicPartition(topic: "events", partition: 7)])
        #expect(table.isEmpty)
    }

    private func partition(_ outCount: Int) -> Partition {
        var partition = Partition(
            committed: nil,
            doneBefore: OffsetRuns(),
            place: 0,
            at: Instant(nanoseconds: 0)
        )
        partition.outCount = outCount
        return partition
    }
}
