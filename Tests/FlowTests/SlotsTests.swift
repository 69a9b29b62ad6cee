import Flow
import TestSupport
import Testing

@Suite struct SlotsTests {
    @Test func `a ticket whose value has gone never finds its successor`() {
        var slots = Slots<String>()
        let first = slots.insert("first")
        #expect(slots.remove(first) == "first")
        let second = slots.insert("second")
        #expect(slots[first] == nil)
        #expect(slots.remove(first) == nil)
        #expect(slots[Ticket(number: second.number)] == "second")
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `any sequence of changes agrees with a dictionary`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var slots = Slots<Int>()
        var model: [Ticket: Int] = [:]
        for value in 0..<1000 {
            let ticket = model.keys.sorted { $0.number < $1.number }.randomElement(using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0..<2: model[slots.insert(value)] = value
            case 2: if let ticket { #expect(slots.remove(ticket) == model.removeValue(forKey: ticket), "seed \(seed)") }
            case 3:
                guard let ticket else { continue }
                slots.change(ticket) { $0 += 1 }
                model[ticket, default: 0] += 1
            default:
                #expect(
                    Set(slots.tickets { $0 % 2 == 0 }) == Set(model.filter { $0.value % 2 == 0 }.keys),
                    "seed \(seed)"
                )
            }
            #expect(slots.count == model.count, "seed \(seed)")
        }
    }
}
