import Testing

@testable import Tracing

/// What waits is bounded, and every span is counted once.
@Suite struct SpanBacklogTests {
    var backlog = SpanBacklog()

    private static func span(_ number: Int) -> Span {
        Span(
            traceID: "",
            spanID: "\(number)",
            parentID: nil,
            name: "",
            start: 0,
            end: 0,
            attributes: [],
            failure: nil
        )
    }

    @Test mutating func `what does not fit is dropped and counted, and the oldest go first`() {
        let times = (0..<3000).filter { backlog.add(Self.span($0)) }
        #expect(times == [511, 1023, 1535, 2047])
        #expect(backlog.totals == .init(dropped: 952))
        var batches: [[String]] = []
        while case let batch = backlog.takeBatch(), !batch.isEmpty { batches.append(batch.map(\.spanID)) }
        #expect(batches.map(\.count) == [512, 512, 512, 512])
        #expect(batches.flatMap(\.self) == (0..<2048).map { "\($0)" })
    }

    @Test mutating func `a batch that was taken out makes room`() {
        for number in 0..<2048 { _ = backlog.add(Self.span(number)) }
        _ = backlog.takeBatch()
        for number in 0..<513 { _ = backlog.add(Self.span(number)) }
        #expect(backlog.totals == .init(dropped: 1))
    }

    @Test mutating func `trouble and its end are told once each`() {
        #expect(backlog.succeed(1) == nil)
        #expect(backlog.fail(2) == .fails)
        #expect(backlog.fail(3) == nil)
        #expect(backlog.succeed(4) == .works)
        #expect(backlog.succeed(5, refused: 2) == nil)
        #expect(backlog.totals == .init(exported: 8, failed: 7))
    }
}
