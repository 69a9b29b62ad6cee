/// Why something is no percentage that Apple's field can hold.
public enum ConsumptionPercentageError: Error, Hashable, Sendable {
    /// The quantity bought is 0 or less.
    case nothingBought
    /// The quantity used is below 0 or above the quantity bought.
    case usedOutsideBought
    /// The text is not digits, with or without a point and more digits; signs and exponents are not taken.
    case notADecimalNumber
    /// A thousandth of a percent is the smallest step.
    case moreThanThreeDecimals
    /// More than the whole was consumed.
    case over100Percent
}

extension ConsumptionPercentageError: CustomStringConvertible {
    /// A sentence for the person who wrote the producer.
    public var description: String {
        switch self {
        case .nothingBought: "The quantity bought must be at least 1."
        case .usedOutsideBought: "The quantity used must lie between 0 and the quantity bought."
        case .notADecimalNumber: "A percentage is written with digits and a decimal point, such as 67.932."
        case .moreThanThreeDecimals: "A percentage has at most three decimals; round it first."
        case .over100Percent: "A percentage is at most 100."
        }
    }
}
