import Flow
import Kafka
import Testing

@testable import consumption_worker

@Suite struct LetterProgressTests {
    private static let partition = TopicPartition(topic: "letters", partition: 0)

    private static func letter(_ offset: Int64) -> KafkaRecord {
        KafkaRecord(topicPartition: partition, offset: offset, timestamp: nil, key: nil, value: nil, headers: [])
    }

    /// What the next replay would find settled of so many letters.
    private static func settled(_ entry: CommitEntry, of count: Int64) throws -> Set<Int64> {
        var next = LetterProgress()
        let metadata = Array((entry.metadata ?? "").utf8)
        let done = try CommitMetadata.done(from: metadata, above: entry.nextOffset)
        next.begin(entry.topicPartition, at: entry.nextOffset, settled: done)
        let open = (entry.nextOffset..<max(entry.nextOffset, count)).filter { next.begin(letter($0)) }
        return Set(0..<count).subtracting(open)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `the next replay finds settled what this one settled, and nothing else`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var progress = LetterProgress()
        progress.begin(Self.partition, at: 0, settled: OffsetRuns())
        var settled: Set<Int64> = []
        for offset in 0..<200 as Range<Int64> {
            let isOpen = progress.begin(Self.letter(offset))
            #expect(isOpen)
            guard Bool.random(using: &random) else { continue }
            progress.settle(Self.letter(offset))
            settled.insert(offset)
            let entries = progress.takeChanges()
            #expect(entries.count == 1)
            #expect(try Self.settled(entries[0], of: 200) == settled, "seed \(seed)")
        }
        #expect(progress.passedOver == 0)
        let rest = progress.takeChanges()
        #expect(rest.isEmpty)
    }

    @Test func `where metadata has no room for more, the oldest of those left count as settled`() throws {
        var progress = LetterProgress()
        progress.begin(Self.partition, at: 0, settled: OffsetRuns())
        var last: CommitEntry?
        for offset in 0..<2400 as Range<Int64> {
            _ = progress.begin(Self.letter(offset))
            guard offset % 2 == 1 else { continue }
            progress.settle(Self.letter(offset))
            if offset > 1900 { last = progress.takeChanges().first }
        }
        let settled = try Self.settled(#require(last), of: 2400)
        #expect(settled.isSuperset(of: (0..<1200).map { $0 * 2 + 1 }))
        #expect((100...400).contains(progress.passedOver), "\(progress.passedOver)")
        #expect(settled.count == 1200 + progress.passedOver)
    }

    @Test func `where the broker keeps no metadata, all below a settled letter counts as settled`() throws {
        var progress = LetterProgress()
        progress.keepsMetadata = false
        progress.begin(Self.partition, at: 0, settled: OffsetRuns())
        for offset in 0..<10 as Range<Int64> { _ = progress.begin(Self.letter(offset)) }
        progress.settle(Self.letter(7))
        let entries = progress.takeChanges()
        #expect(entries.map(\.nextOffset) == [8])
        #expect(progress.passedOver == 7)
    }
}
