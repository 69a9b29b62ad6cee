import Flow

extension SeededGenerator {
    /// One of the elements, of which there must be some.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// True once in so many times.
    mutating func once(in times: Int) -> Bool {
        number(in: 1...times) == 1
    }
}
