import Flow
import Testing

@Suite struct SeenSetTests {
    var seen = SeenSet<Int>(limit: 3)

    @Test mutating func `an entry is kept until it expires`() {
        seen.insert(1, until: .at(.seconds(10)), at: .at(.zero))
        seen.insert(2, until: .at(.seconds(20)), at: .at(.seconds(9)))
        #expect(seen.contains(1))
        seen.insert(3, until: .at(.seconds(30)), at: .at(.seconds(10)))
        #expect(!seen.contains(1))
        #expect(seen.contains(2))
    }

    @Test mutating func `at the limit the oldest makes room`() {
        for element in 0..<5 { seen.insert(element, until: .at(.seconds(10)), at: .at(.zero)) }
        #expect(seen.count == 3)
        #expect(!seen.contains(0))
        #expect(seen.contains(4))
    }

    @Test mutating func `a repeat does not take a second place`() {
        seen.insert(1, until: .at(.seconds(10)), at: .at(.zero))
        seen.insert(1, until: .at(.seconds(10)), at: .at(.zero))
        #expect(seen.count == 1)
    }
}
