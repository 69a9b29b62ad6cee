/// Values under tickets: O(1) in, out and access, and a ticket whose value has gone never finds another one.
package struct Slots<Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        var serial: UInt32 = 0
        var value: Value?
    }

    private var slots: [Slot] = []
    private var free: [UInt32] = []
    package private(set) var count = 0

    package init() {}

    package mutating func insert(_ value: Value) -> Ticket {
        count += 1
        guard let index = free.popLast() else {
            slots.append(Slot(value: value))
            return Ticket(index: UInt32(slots.count - 1), serial: 0)
        }
        slots[Int(index)].value = value
        return Ticket(index: index, serial: slots[Int(index)].serial)
    }

    package func contains(_ ticket: Ticket) -> Bool {
        isLive(ticket)
    }

    /// The value under a ticket; setting one that has gone changes nothing.
    package subscript(ticket: Ticket) -> Value? {
        get { isLive(ticket) ? slots[Int(ticket.index)].value : nil }
        set {
            guard isLive(ticket), let newValue else { return }
            slots[Int(ticket.index)].value = newValue
        }
    }

    package mutating func remove(_ ticket: Ticket) -> Value? {
        guard isLive(ticket), let value = slots[Int(ticket.index)].value.take() else { return nil }
        slots[Int(ticket.index)].serial &+= 1
        free.append(ticket.index)
        count -= 1
        return value
    }

    /// The tickets whose values match, in O(n).
    package func tickets(where matches: (Value) -> Bool) -> [Ticket] {
        slots.indices.compactMap { index in
            guard let value = slots[index].value, matches(value) else { return nil }
            return Ticket(index: UInt32(index), serial: slots[index].serial)
        }
    }

    /// Shows every value, in O(n).
    package func forEach(_ body: (Value) -> Void) {
        for slot in slots { if let value = slot.value { body(value) } }
    }

    /// Whether any value matches, in O(n).
    package func contains(where matches: (Value) -> Bool) -> Bool {
        slots.contains { $0.value.map(matches) ?? false }
    }

    /// How many values match, in O(n).
    package func count(where matches: (Value) -> Bool) -> Int {
        slots.count { $0.value.map(matches) ?? false }
    }

    private func isLive(_ ticket: Ticket) -> Bool {
        Int(ticket.index) < slots.count
            && slots[Int(ticket.index)].serial == ticket.serial
            && slots[Int(ticket.index)].value != nil
    }
}

/// The name of one value in `Slots`; as a number it travels through C and back.
package struct Ticket: Hashable, Sendable {
    package var number: UInt64

    package init(number: UInt64) {
        self.number = number
    }

    fileprivate init(index: UInt32, serial: UInt32) {
        number = UInt64(serial) << 32 | UInt64(index)
    }

    fileprivate var index: UInt32 { UInt32(truncatingIfNeeded: number) }
    fileprivate var serial: UInt32 { UInt32(truncatingIfNeeded: number >> 32) }
}
