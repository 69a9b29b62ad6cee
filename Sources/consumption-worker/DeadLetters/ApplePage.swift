/// Where Apple documents what a code means.
enum ApplePage {
    /// Nil for a code of the worker's own that is about Kafka or JSON, and for what is no code at all.
    static func url(for code: String) -> String? {
        guard code.hasSuffix("Error"), code.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }),
            !withoutPage.contains(code)
        else { return nil }
        return "https://developer.apple.com/documentation/appstoreserverapi/" + (others[code] ?? code.lowercased())
    }

    /// How a token has to be made, for an answer that refuses it without a code.
    static let tokens =
        "https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests"

    private static let withoutPage: Set = [
        "TombstoneError", "EmptyEventError", "EventTooLargeError", "MalformedEventError",
        "UnsupportedSchemaVersionError", "UnknownAppError", "RetriesExhaustedError",
    ]

    /// Codes whose rule stands on another page than one of their own name.
    private static let others = [
        "UnknownFieldError": "consumptionrequest",
        "UnsupportedEnvironmentError": "environment",
        "UnsupportedProductTypeError": "type",
        "InvalidSignedDateError": "signeddate",
        "ConsumptionPercentageOutOfRangeError": "consumptionpercentage",
        "UndeliveredConsumptionPercentageNonZeroError": "consumptionpercentage",
        "GrantProratedConsumptionPercentageError": "consumptionpercentage",
        "AdvancedCommerceTransactionNotSupportedError": "send-consumption-information",
        "DeadlineExceededError": "send-consumption-information",
        "AppStoreError": "error-codes",
    ]
}
