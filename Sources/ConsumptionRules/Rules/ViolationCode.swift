/// Every reason for which an event is refused before it is sent, in the order of report.
///
/// Apple's own name where Apple has one: the raw value is what stands in `dlq.reason` and in metrics.
public enum ViolationCode: String, CaseIterable, Hashable, Sendable {
    /// The record has no value.
    case tombstone = "TombstoneError"
    /// The record's value has no bytes.
    case emptyEvent = "EmptyEventError"
    /// The record's value has over 64 KiB.
    case eventTooLarge = "EventTooLargeError"
    /// Not JSON, or not an event by its fields and their types.
    case malformedEvent = "MalformedEventError"
    /// `schemaVersion` is not 1.
    case unsupportedSchemaVersion = "UnsupportedSchemaVersionError"
    /// A body has fields that Apple does not define; all are named in one violation, and the event's others follow it.
    case unknownField = "UnknownFieldError"
    /// `environment` has no App Store.
    case unsupportedEnvironment = "UnsupportedEnvironmentError"
    /// No key is configured for `bundleId`.
    case unknownApp = "UnknownAppError"
    /// `type` is none of Apple's four.
    case unsupportedProductType = "UnsupportedProductTypeError"
    /// `transactionId` is not 1 to 64 digits.
    case invalidTransactionID = "InvalidTransactionIdError"
    /// `signedDate` is before 2020 or more than five minutes ahead.
    case invalidSignedDate = "InvalidSignedDateError"
    /// The purchase is shared by a family member.
    case familyTransactionNotSupported = "FamilyTransactionNotSupportedError"
    /// The purchase is assigned by an organisation.
    case invalidAssignedTransactionNotSupported = "InvalidAssignedTransactionNotSupportedError"
    /// An Advanced Commerce purchase with the body for others.
    case advancedCommerceTransactionNotSupported = "AdvancedCommerceTransactionNotSupportedError"
    /// A V1 body for a product type that V1 does not serve.
    case invalidTransactionTypeNotSupported = "InvalidTransactionTypeNotSupportedError"
    /// `customerConsented` is not true.
    case invalidCustomerConsented = "InvalidCustomerConsentedError"
    /// `sampleContentProvided` is missing.
    case invalidSampleContentProvided = "InvalidSampleContentProvidedError"
    /// `deliveryStatus` is missing or unknown.
    case invalidDeliveryStatus = "InvalidDeliveryStatusError"
    /// `refundPreference` is unknown.
    case invalidRefundPreference = "InvalidRefundPreferenceError"
    /// An auto-renewable subscription with a percentage.
    case consumptionPercentageAutoRenewableSubscription = "ConsumptionPercentageAutoRenewableSubscriptionError"
    /// `consumptionPercentage` is outside 0…100000.
    case consumptionPercentageOutOfRange = "ConsumptionPercentageOutOfRangeError"
    /// Not delivered, yet consumed.
    case undeliveredConsumptionPercentageNonZero = "UndeliveredConsumptionPercentageNonZeroError"
    /// GRANT_PRORATED without a percentage in 1…99999.
    case grantProratedConsumptionPercentage = "GrantProratedConsumptionPercentageError"
    /// V1: `accountTenure` is outside 0…7.
    case invalidAccountTenure = "InvalidAccountTenureError"
    /// V1: `appAccountToken` is neither empty nor a UUID.
    case invalidAppAccountToken = "InvalidAppAccountTokenError"
    /// V1: `consumptionStatus` is outside 0…3.
    case invalidConsumptionStatus = "InvalidConsumptionStatusError"
    /// V1: `lifetimeDollarsPurchased` is outside 0…7.
    case invalidLifetimeDollarsPurchased = "InvalidLifetimeDollarsPurchasedError"
    /// V1: `lifetimeDollarsRefunded` is outside 0…7.
    case invalidLifetimeDollarsRefunded = "InvalidLifetimeDollarsRefundedError"
    /// V1: `platform` is outside 0…2.
    case invalidPlatform = "InvalidPlatformError"
    /// V1: `playTime` is outside 0…7.
    case invalidPlayTime = "InvalidPlayTimeError"
    /// V1: `userStatus` is outside 0…4.
    case invalidUserStatus = "InvalidUserStatusError"

    /// Where this reason is found.
    public var stage: RefusalStage {
        switch self {
        case .tombstone, .emptyEvent, .eventTooLarge, .malformedEvent, .unsupportedSchemaVersion, .unknownField: .decode
        default: .rules
        }
    }
}
