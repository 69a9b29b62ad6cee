import Flow
import Testing

@Suite struct QuickestAnswerTests {
    var quickest = QuickestAnswer()

    @Test mutating func `the shortest of the last answers counts, and is forgotten in time`() {
        quickest.observe(.milliseconds(20))
        for _ in 0..<64 { quickest.observe(.milliseconds(300)) }
        #expect(quickest.duration == .milliseconds(20))
        for _ in 0..<64 { quickest.observe(.milliseconds(300)) }
        #expect(quickest.duration == .milliseconds(300))
        quickest.observe(.milliseconds(5))
        #expect(quickest.duration == .milliseconds(5))
    }
}
