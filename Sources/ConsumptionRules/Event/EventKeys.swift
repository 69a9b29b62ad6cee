/// The top-level fields of an event.
enum EventKey: String, Named {
    static let names = NameTable<EventKey>()

    case schemaVersion, notificationUUID, signedDate, environment, bundleId, transactionId, type, inAppOwnershipType
    case advancedCommerce, consumptionRequestReason, consumptionRequest, consumptionRequestV1
}

/// The fields of Apple's ConsumptionRequest.
enum RequestKey: String, Named {
    static let names = NameTable<RequestKey>()

    case customerConsented, consumptionPercentage, deliveryStatus, refundPreference, sampleContentProvided
}

/// The fields of Apple's ConsumptionRequestV1.
enum RequestV1Key: String, Named {
    static let names = NameTable<RequestV1Key>()

    case customerConsented, consumptionStatus, platform, sampleContentProvided, deliveryStatus, appAccountToken
    case accountTenure, playTime, lifetimeDollarsRefunded, lifetimeDollarsPurchased, userStatus, refundPreference
}
