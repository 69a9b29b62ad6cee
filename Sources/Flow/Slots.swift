/// Values under tickets: O(1) in, out and access, and a ticket whose value has gone never finds another one.
///
/// Public and inlinable for the reason that `DueQueue` gives.
public struct Slots<Value: Sendable>: Sendable {
    @usableFromInline struct Slot: Sendable {
        @usableFromInline var serial: UInt32 = 0
        @usableFromInline var value: Value?

        @inlinable init(value: Value) {
            self.value = value
        }
    }

    @usableFromInline var slots: [Slot] = []
    @usableFromInline var free: [UInt32] = []
    @usableFromInline var taken = 0

    /// How many values there are.
    @inlinable public var count: Int { taken }

    /// No values.
    @inlinable public init() {}

    /// Puts a value under a new ticket.
    @inlinable public mutating func insert(_ value: Value) -> Ticket {
        taken += 1
        guard let index = free.popLast() else {
            slots.append(Slot(value: value))
            return Ticket(index: UInt32(slots.count - 1), serial: 0)
        }
        slots[Int(index)].value = value
        return Ticket(index: index, serial: slots[Int(index)].serial)
    }

    /// Whether the ticket's value is still there.
    @inlinable public func contains(_ ticket: Ticket) -> Bool {
        isLive(ticket)
    }

    /// The value under a ticket.
    @inlinable public subscript(ticket: Ticket) -> Value? {
        isLive(ticket) ? slots[Int(ticket.index)].value : nil
    }

    /// Changes a value, unless it has gone.
    @inlinable public mutating func change(_ ticket: Ticket, _ body: (inout Value) -> Void) {
        guard isLive(ticket), var value = slots[Int(ticket.index)].value.take() else { return }
        body(&value)
        slots[Int(ticket.index)].value = value
    }

    /// Takes a value out; `nil` when it has gone.
    @inlinable public mutating func remove(_ ticket: Ticket) -> Value? {
        guard isLive(ticket), let value = slots[Int(ticket.index)].value.take() else { return nil }
        slots[Int(ticket.index)].serial &+= 1
        free.append(ticket.index)
        taken -= 1
        return value
    }

    /// The tickets whose values match, in O(n).
    @inlinable public func tickets(where matches: (Value) -> Bool) -> [Ticket] {
        slots.indices.compactMap { index in
            guard let value = slots[index].value, matches(value) else { return nil }
            return Ticket(index: UInt32(index), serial: slots[index].serial)
        }
    }

    /// Shows every value, in O(n).
    @inlinable public func forEach(_ body: (Value) -> Void) {
        for slot in slots { if let value = slot.value { body(value) } }
    }

    /// Whether any value matches, in O(n).
    @inlinable public func contains(where matches: (Value) -> Bool) -> Bool {
        slots.contains { $0.value.map(matches) ?? false }
    }

    /// How many values match, in O(n).
    @inlinable public func count(where matches: (Value) -> Bool) -> Int {
        slots.count { $0.value.map(matches) ?? false }
    }

    @inlinable func isLive(_ ticket: Ticket) -> Bool {
        Int(ticket.index) < slots.count
            && slots[Int(ticket.index)].serial == ticket.serial
            && slots[Int(ticket.index)].value != nil
    }
}

/// The name of one value in `Slots`; as a number it travels through C and back.
public struct Ticket: Hashable, Sendable {
    /// Place and serial number in one.
    public var number: UInt64

    /// The ticket that a number stands for.
    @inlinable public init(number: UInt64) {
        self.number = number
    }

    @inlinable init(index: UInt32, serial: UInt32) {
        number = UInt64(serial) << 32 | UInt64(index)
    }

    @inlinable var index: UInt32 { UInt32(truncatingIfNeeded: number) }
    @inlinable var serial: UInt32 { UInt32(truncatingIfNeeded: number >> 32) }
}
