import Flow
import TestSupport
import Testing

@Suite struct CommitMetadataTests {
    static func runs(_ ranges: Range<Int64>...) -> OffsetRuns {
        var runs = OffsetRuns()
        for range in ranges { runs.append(range) }
        return runs
    }

    @Test func `nothing done is a text, too`() throws {
        let text = try #require(CommitMetadata.text(of: OffsetRuns(), above: 5))
        #expect(try CommitMetadata.done(from: Array(text.utf8), above: 5).isEmpty)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `what is written is read back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let position = Int64.random(in: 0...(1 << 50), using: &random)
        var (done, end) = (OffsetRuns(), position)
        for _ in 0..<Int.random(in: 1...200, using: &random) {
            let start = end + Int64.random(in: 1...1000, using: &random)
            end = start + Int64.random(in: 1...1000, using: &random)
            done.append(start..<end)
        }
        let text = try #require(CommitMetadata.text(of: done, above: position), "seed \(seed)")
        #expect(text.utf8.count <= CommitMetadata.longest, "seed \(seed)")
        #expect(try CommitMetadata.done(from: Array(text.utf8), above: position) == done, "seed \(seed)")
    }

    @Test func `more than fits is left out as a whole`() {
        var done = OffsetRuns()
        for run in 0..<2000 as Range<Int64> { done.append((2 * run + 1)..<(2 * run + 2)) }
        #expect(CommitMetadata.text(of: done, above: 0) == nil)
    }

    @Test(arguments: ["", "1", "2.1.1.00000000", "somebody else's", "{}", "bAAAAA=="])
    func `a text that is not ours is foreign`(text: String) {
        #expect(throws: CommitMetadata.Unreadable.foreign) { try CommitMetadata.done(from: Array(text.utf8), above: 0) }
    }

    @Test func `every single changed byte is noticed`() throws {
        let text = Array(try #require(CommitMetadata.text(of: Self.runs(3..<9, 20..<21, 400..<4000), above: 1)).utf8)
        for index in text.indices {
            for change in [1, 2, 0x20, 0x80] as [UInt8] {
                var changed = text
                changed[index] ^= change
                #expect(throws: CommitMetadata.Unreadable.self) { try CommitMetadata.done(from: changed, above: 1) }
            }
        }
    }

    @Test func `lengths that overflow are damage, not a crash`() throws {
        let text = try #require(CommitMetadata.text(of: Self.runs(5..<Int64.max), above: 0))
        #expect(throws: CommitMetadata.Unreadable.damaged) {
            try CommitMetadata.done(from: Array(text.utf8), above: .max - 2)
        }
    }

    @Test func `runs find their offsets and nothing else`() {
        let runs = Self.runs(3..<5, 5..<9, 20..<21)
        #expect(runs.runs == [3..<9, 20..<21])
        #expect((0..<25).filter { runs.contains($0) } == [3, 4, 5, 6, 7, 8, 20])
        #expect(runs.from(6).runs == [6..<9, 20..<21])
    }
}
