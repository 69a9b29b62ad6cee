/// An integer as the text wrote it, however long: too many digits are a value, so that a rule can name the range that they miss.
public enum WireInteger: Hashable, Sendable {
    /// A whole number that 64 bits hold; `-0` is 0.
    case exact(Int64)
    /// Smaller than any 64-bit integer.
    case belowRange
    /// Larger than any 64-bit integer.
    case aboveRange

    /// The number, where 64 bits hold it.
    public var value: Int64? {
        guard case .exact(let value) = self else { return nil }
        return value
    }

    /// Whether the number lies in `range`; one past 64 bits never does.
    func isIn(_ range: ClosedRange<Int64>) -> Bool {
        guard case .exact(let value) = self else { return false }
        return range.contains(value)
    }

    /// Whether the number is over 0, whatever its length.
    var isPositive: Bool {
        switch self {
        case .exact(let value): value > 0
        case .aboveRange: true
        case .belowRange: false
        }
    }
}

extension WireInteger: CustomStringConvertible {
    /// The number for a person, unless it is longer than a date in milliseconds: then it could be the id of somebody's purchase in the
    /// wrong field, and is only described.
    public var description: String {
        guard case .exact(let value) = self, value.magnitude < 10_000_000_000_000 else {
            return "a number of more than 13 digits"
        }
        return "\(value)"
    }
}
