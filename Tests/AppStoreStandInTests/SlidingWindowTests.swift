import Testing

@testable import AppStoreStandIn

@Suite
struct SlidingWindowTests {
    private var window = SlidingWindow()
    private let start = ContinuousClock.now

    private func moment(_ milliseconds: Int) -> ContinuousClock.Instant {
        start + .milliseconds(milliseconds)
    }

    @Test mutating func `the limit holds in any second, not only in those of the clock`() {
        #expect(window.admit(limit: 2, at: moment(0)) == nil)
        #expect(window.admit(limit: 2, at: moment(900)) == nil)
        #expect(window.admit(limit: 2, at: moment(950)) == .milliseconds(50))
        #expect(window.admit(limit: 2, at: moment(1000)) == nil)
        #expect(window.admit(limit: 2, at: moment(1001)) == .milliseconds(899))
    }

    @Test mutating func `a request that was turned away does not count`() {
        #expect(window.admit(limit: 1, at: moment(0)) == nil)
        for time in [1, 500, 999] {
            #expect(window.admit(limit: 1, at: moment(time)) == .milliseconds(1000 - time))
        }
        #expect(window.admit(limit: 1, at: moment(1000)) == nil)
    }
}
