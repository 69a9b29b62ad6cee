/// The consumed part of a whole transaction, exactly as Apple's `consumptionPercentage` counts it.
///
/// For producers of events: it turns what a server knows into the integer of the event.
/// Apple: <https://developer.apple.com/documentation/appstoreserverapi/consumptionpercentage>
public struct ConsumptionPercentage: Hashable, Sendable {
    /// Thousandths of a percent, in 0…100000: 67.932 % is 67932.
    public let milliunits: Int32

    /// All that the field may hold.
    public static let range: ClosedRange<Int32> = 0...100_000

    /// The part of `bought` units that was used: 1 of 2 is 50000.
    ///
    /// What is no whole number of milliunits is rounded to the nearest, a half upwards: 1 of 3 is 33333, 2 of 3 is 66667.
    public init(used: Int, of bought: Int) throws(ConsumptionPercentageError) {
        guard bought > 0 else { throw .nothingBought }
        guard (0...bought).contains(used) else { throw .usedOutsideBought }
        let twice = Int128(used) * 2 * Int128(Self.range.upperBound)
        milliunits = Int32((twice + Int128(bought)) / (2 * Int128(bought)))
    }

    /// A percentage in decimal digits with at most three decimals, with or without "%" at its end: "67.932" is 67932.
    ///
    /// Nothing is rounded: "0.0155" is an error, "0.0150" is 15.
    public init(percent text: String) throws(ConsumptionPercentageError) {
        let digits = text.utf8.last == UInt8(ascii: "%") ? text.utf8.dropLast() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { throw .notADecimalNumber }
        let decimals = parts.count == 2 ? parts[1] : digits.suffix(0)
        guard decimals.dropFirst(3).allSatisfy({ $0 == UInt8(ascii: "0") }) else { throw .moreThanThreeDecimals }
        let padded = Array(parts[0]) + Array(decimals.prefix(3)) + Array("000".utf8.dropFirst(decimals.count))
        milliunits = try Self.milliunits(padded)
    }

    private static func milliunits(_ digits: [UInt8]) throws(ConsumptionPercentageError) -> Int32 {
        var value: Int32 = 0
        for digit in digits {
            value = value * 10 + Int32(digit - UInt8(ascii: "0"))
            guard range.contains(value) else { throw .over100Percent }
        }
        return value
    }
}
