/// The top-level fields of an event.
enum EventKey: String, CaseIterable {
    case schemaVersion, notificationUUID, signedDate, environment, bundleId, transactionId, type, inAppOwnershipType
    case advancedCommerce, consumptionRequestReason, consumptionRequest, consumptionRequestV1
}

/// The fields of Apple's ConsumptionRequest.
enum RequestKey: String, CaseIterable {
    case customerConsented, consumptionPercentage, deliveryStatus, refundPreference, sampleContentProvided
}

/// The fields of Apple's ConsumptionRequestV1.
enum RequestV1Key: String, CaseIterable {
    case customerConsented, consumptionStatus, platform, sampleContentProvided, deliveryStatus, appAccountToken
    case accountTenure, playTime, lifetimeDollarsRefunded, lifetimeDollarsPurchased, userStatus, refundPreference
}
