import Flow
import Testing

@Suite struct RetryScheduleTests {
    let schedule = RetrySchedule(initial: .milliseconds(500), maximum: .seconds(300))

    @Test(arguments: [(1, 500), (2, 1000), (3, 2000), (10, 256_000), (11, 300_000), (1_000_000, 300_000)])
    func `the ceiling doubles with each failure up to the maximum`(failure: Int, milliseconds: Int) {
        #expect(schedule.ceiling(afterFailure: failure) == .milliseconds(milliseconds))
    }

    @Test func `jitter spreads the wait over the whole range`() {
        #expect(schedule.delay(afterFailure: 2, jitter: 0) == .zero)
        #expect(schedule.delay(afterFailure: 2, jitter: 0.5) == .milliseconds(500))
        #expect(schedule.delay(afterFailure: 2, jitter: 0.999) < .milliseconds(1000))
    }
}
