import Flow
import TestSupport
import Testing

@Suite struct DeadLetterBrakeTests {
    @Test func `a run of refusals trips it, an acceptance between them does not`() {
        var brake = DeadLetterBrake(consecutive: 3, share: 1, over: 1000)
        #expect(brake.count(refused: true) == nil)
        #expect(brake.count(refused: true) == nil)
        #expect(brake.count(refused: false) == nil)
        #expect(brake.count(refused: true) == nil)
        #expect(brake.count(refused: true) == nil)
        #expect(brake.count(refused: true) == .consecutive(3))
    }

    @Test func `a handful at the start never trips the share`() {
        var brake = DeadLetterBrake(consecutive: 1000, share: 0.5, over: 100)
        for index in 0..<99 { #expect(brake.count(refused: index % 10 != 0) == nil) }
        #expect(brake.count(refused: true) == .share(refused: 90, over: 100))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the share is that of the last events and no others`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var brake = DeadLetterBrake(consecutive: .max, share: 0.5, over: 20)
        var history: [Bool] = []
        for _ in 0..<500 {
            history.append(Bool.random(using: &random))
            let last = history.suffix(20)
            let refused = last.count { $0 }
            let expected =
                last.count == 20 && refused > 10 ? DeadLetterBrake.Trip.share(refused: refused, over: 20) : nil
            #expect(brake.count(refused: history[history.count - 1]) == expected, "seed \(seed)")
        }
    }
}
