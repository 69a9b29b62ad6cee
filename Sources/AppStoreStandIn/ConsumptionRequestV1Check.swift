import FoundationEssentials

/// Checks a body as the page of ConsumptionRequestV1 describes it.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/consumptionrequestv1>
struct ConsumptionRequestV1Check {
    /// A field that holds one of a row of numbers.
    private struct Choice {
        let name: String
        let range: ClosedRange<Int>
        let code: Int
    }

    /// In the order of Apple's numbers; all are required.
    private static let choices = [
        Choice(name: "accountTenure", range: 0...7, code: 4_000_032),
        Choice(name: "consumptionStatus", range: 0...3, code: 4_000_034),
        Choice(name: "deliveryStatus", range: 0...5, code: 4_000_036),
        Choice(name: "lifetimeDollarsPurchased", range: 0...7, code: 4_000_037),
        Choice(name: "lifetimeDollarsRefunded", range: 0...7, code: 4_000_038),
        Choice(name: "platform", range: 0...2, code: 4_000_039),
        Choice(name: "playTime", range: 0...7, code: 4_000_040),
        Choice(name: "userStatus", range: 0...4, code: 4_000_042),
    ]
    private static let preference = Choice(name: "refundPreference", range: 0...3, code: 4_000_044)
    private static let known = Set(choices.map(\.name)).union([
        "customerConsented", "sampleContentProvided", "appAccountToken", "refundPreference",
    ])

    let fields: [String: JSONValue]

    /// Throws the first refusal; `transaction` is what the store knows about it, if anything.
    func check(against transaction: KnownTransaction?) throws(AppleError) {
        if let type = transaction?.productType, !["Consumable", "Auto-Renewable Subscription"].contains(type) {
            throw .invalid(4_000_047, "InvalidTransactionTypeNotSupportedError")
        }
        try refuseUnknown(fields, known: Self.known)
        guard fields["customerConsented"] == .boolean(true) else {
            throw .invalid(4_000_035, "InvalidCustomerConsentedError")
        }
        guard case .boolean? = fields["sampleContentProvided"] else {
            throw .invalid(4_000_041, "InvalidSampleContentProvidedError")
        }
        guard case .string(let token)? = fields["appAccountToken"], token.isEmpty || UUID(uuidString: token) != nil
        else {
            throw .invalid(4_000_033, "InvalidAppAccountTokenError")
        }
        for choice in Self.choices {
            try check(choice)
        }
        if fields[Self.preference.name] != nil {
            try check(Self.preference)
        }
    }

    private func check(_ choice: Choice) throws(AppleError) {
        guard case .integer(let number)? = fields[choice.name], choice.range.contains(number) else {
            throw .invalid(choice.code, "Invalid\(choice.name.prefix(1).uppercased())\(choice.name.dropFirst())Error")
        }
    }
}
