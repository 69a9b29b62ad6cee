/// A moment as Apple and Kafka write it: milliseconds since 1970-01-01T00:00:00Z.
public struct UNIXMilliseconds: Hashable, Sendable {
    /// The count of milliseconds; negative before 1970.
    public let value: Int64

    /// The moment so many milliseconds after the start of 1970.
    public init(_ value: Int64) {
        self.value = value
    }
}

extension UNIXMilliseconds: Comparable {
    /// Whether the left moment is the earlier one.
    public static func < (left: Self, right: Self) -> Bool {
        left.value < right.value
    }
}

extension UNIXMilliseconds: CustomStringConvertible {
    /// The count in decimal digits.
    public var description: String { "\(value)" }
}
