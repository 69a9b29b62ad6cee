extension JSONWriter {
    /// A member with a name, Apple's or another.
    mutating func member<Known>(_ name: StaticString, _ value: WireName<Known>) {
        switch value {
        case .known(let known): member(name, known.rawValue)
        case .unknown(let text): member(name, text)
        }
    }

    /// A member with an integer; one past 64 bits becomes the last one that they hold, which every rule judges alike.
    mutating func member(_ name: StaticString, _ value: WireInteger) {
        switch value {
        case .exact(let integer): member(name, integer)
        case .belowRange: member(name, Int64.min)
        case .aboveRange: member(name, Int64.max)
        }
    }
}
