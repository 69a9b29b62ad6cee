/// One row of the truth table: what an event says about the matters that depend on each other; nil is left out.
struct TruthTableRow: CustomStringConvertible {
    var type: String
    var delivery: String?
    var preference: String?
    var percentage: String?
    var ownership: String?

    var description: String {
        [type, delivery, preference, percentage, ownership].map { $0 ?? "absent" }.joined(separator: " ")
    }
}

/// The contract's rules once more, written as the contract's table is: one line a rule, asked of plain values.
///
/// Shares nothing with the module under test.
struct PercentageOracle {
    private let row: TruthTableRow
    private let percentage: Double?

    init(_ row: TruthTableRow) {
        self.row = row
        percentage = row.percentage.flatMap { Double($0) }
    }

    private static let types = [
        "Consumable", "Non-Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription",
    ]
    private static let undelivered = ["QUALITY_ISSUE", "WRONG_ITEM", "SERVER_OUTAGE", "OTHER"].map {
        "UNDELIVERED_" + $0
    }
    private static let preferences = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]

    private var isRenewable: Bool { row.type == Self.types[3] }
    private var isOther: Bool { Self.types[0..<3].contains(row.type) }
    private var isUndelivered: Bool { Self.undelivered.contains(row.delivery ?? "") }
    private var isProrated: Bool { row.preference == "GRANT_PRORATED" }

    /// The codes of the row in the order of report; none when it is to be accepted.
    var codes: [String] {
        let rules: [(String, Bool)] = [
            ("UnsupportedProductTypeError", !isRenewable && !isOther),
            ("FamilyTransactionNotSupportedError", row.ownership == "FAMILY_SHARED"),
            ("InvalidAssignedTransactionNotSupportedError", row.ownership == "ASSIGNED"),
            ("InvalidDeliveryStatusError", row.delivery != "DELIVERED" && !isUndelivered),
            ("InvalidRefundPreferenceError", row.preference != nil && !Self.preferences.contains(row.preference ?? "")),
            ("ConsumptionPercentageAutoRenewableSubscriptionError", isRenewable && percentage != nil),
            ("ConsumptionPercentageOutOfRangeError", isOther && (percentage.map { $0 < 0 || $0 > 100_000 } ?? false)),
            ("UndeliveredConsumptionPercentageNonZeroError", isOther && isUndelivered && (percentage ?? 0) > 0),
            (
                "GrantProratedConsumptionPercentageError",
                isOther && isProrated && !(percentage.map { $0 > 0 && $0 < 100_000 } ?? false)
            ),
        ]
        return rules.filter(\.1).map(\.0)
    }

    /// The body of an accepted row, in alphabetical order of the fields.
    var body: String {
        var fields = ["\"customerConsented\":true", "\"sampleContentProvided\":false"]
        let isExplicitZero = percentage == nil && isOther && isUndelivered
        if let written = isExplicitZero ? "0" : percentage.map({ "\(Int($0))" }) {
            fields.append("\"consumptionPercentage\":" + written)
        }
        if let delivery = row.delivery { fields.append("\"deliveryStatus\":\"\(delivery)\"") }
        if let preference = row.preference { fields.append("\"refundPreference\":\"\(preference)\"") }
        return "{" + fields.sorted().joined(separator: ",") + "}"
    }
}
