/// The error codes of the App Store Server API that can come from the consumption endpoints.
///
/// Apple publishes no number for ConsumptionPercentageOutOfRangeError, UndeliveredConsumptionPercentageNonZeroError and
/// AdvancedCommerceTransactionNotSupportedError, so they arrive as numbers without a name.
///
/// [Error codes](https://developer.apple.com/documentation/appstoreserverapi/error-codes)
enum AppStoreErrorCode {
    static let transactionIDNotFound: Int64 = 4_040_010

    static let names: [Int64: String] = [
        4_000_000: "GeneralBadRequestError",
        4_000_002: "InvalidAppIdentifierError",
        4_000_006: "InvalidTransactionIdError",
        4_000_032: "InvalidAccountTenureError",
        4_000_033: "InvalidAppAccountTokenError",
        4_000_034: "InvalidConsumptionStatusError",
        4_000_035: "InvalidCustomerConsentedError",
        4_000_036: "InvalidDeliveryStatusError",
        4_000_037: "InvalidLifetimeDollarsPurchasedError",
        4_000_038: "InvalidLifetimeDollarsRefundedError",
        4_000_039: "InvalidPlatformError",
        4_000_040: "InvalidPlayTimeError",
        4_000_041: "InvalidSampleContentProvidedError",
        4_000_042: "InvalidUserStatusError",
        4_000_043: "InvalidTransactionNotConsumableError",
        4_000_044: "InvalidRefundPreferenceError",
        4_000_047: "InvalidTransactionTypeNotSupportedError",
        4_000_048: "AppTransactionIdNotSupportedError",
        4_000_185: "FamilyTransactionNotSupportedError",
        4_000_209: "ConsumptionPercentageAutoRenewableSubscriptionError",
        4_000_227: "InvalidAssignedTransactionNotSupportedError",
        4_040_001: "AccountNotFoundError",
        4_040_002: "AccountNotFoundRetryableError",
        4_040_003: "AppNotFoundError",
        4_040_004: "AppNotFoundRetryableError",
        4_040_005: "OriginalTransactionIdNotFoundError",
        4_040_006: "OriginalTransactionIdNotFoundRetryableError",
        4_040_010: "TransactionIdNotFoundError",
        4_290_000: "RateLimitExceededError",
        5_000_000: "GeneralInternalError",
        5_000_001: "GeneralInternalRetryableError",
    ]
}
