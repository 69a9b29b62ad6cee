import Flow
import Testing

@testable import Worker

/// The samples behind the chart.
@Suite struct FlowHistoryTests {
    private var history = FlowHistory()
    private var totals = Status.Totals()
    private var now = Instant(nanoseconds: 0)

    private mutating func look(after duration: Duration, accepted: Int = 0, waiting: Int = 0) {
        now = now + duration
        totals.accepted += accepted
        history.look(totals, waiting: waiting, at: now)
    }

    @Test mutating func `a sample holds what was added within its five seconds, and what waited at their end`() {
        look(after: .zero)
        for _ in 0..<50 { look(after: .milliseconds(100), accepted: 2, waiting: 7) }
        look(after: .milliseconds(100), accepted: 9, waiting: 3)
        #expect(history.samples == [FlowHistory.Sample(accepted: 100, refused: 0, waiting: 7)])
    }

    @Test mutating func `a stretch that nobody looked at is empty, so that the axis stays true`() {
        look(after: .zero)
        look(after: .seconds(17), accepted: 4, waiting: 1)
        #expect(history.samples.map(\.accepted) == [4, 0, 0])
        look(after: .seconds(3), accepted: 1)
        #expect(history.samples.map(\.accepted) == [4, 0, 0, 1])
    }

    @Test mutating func `fifteen minutes are kept, be the worker up or asleep for longer`() {
        look(after: .zero)
        for number in 0..<400 { look(after: .seconds(5), accepted: number) }
        #expect(history.samples.count == 180)
        #expect(history.samples.last?.accepted == 399)
        #expect(history.acceptedInLastMinute == (388...399).reduce(0, +))
        look(after: .seconds(1_000_000), accepted: 5)
        #expect(history.samples.allSatisfy { $0.accepted == 0 })
        #expect(history.samples.count == 180)
    }
}
