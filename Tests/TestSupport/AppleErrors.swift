/// One row of Apple's errors: what it says, and what is to become of the event.
package struct AppleErrorRow: Sendable {
    package enum Consequence: Sendable {
        /// The event is dead-lettered at once.
        case deadLetter
        /// The event is tried again later.
        case retry
        /// A fresh token is tried once, then the app is paused.
        case pause
        /// The app waits for as long as the server says.
        case wait
    }

    package enum Endpoints: Sendable {
        case both, onlyV1, onlyV2
    }

    package let status: Int
    /// Apple's number; nil for answers without one.
    package let code: Int64?
    /// Apple's name; nil for what has none, or none whose number is known.
    package let name: String?
    package let consequence: Consequence
    package let endpoints: Endpoints

    private init(
        _ status: Int,
        _ code: Int64?,
        _ name: String?,
        _ consequence: Consequence,
        _ endpoints: Endpoints = .both
    ) {
        self.status = status
        self.code = code
        self.name = name
        self.consequence = consequence
        self.endpoints = endpoints
    }

    /// The body as Apple writes it; empty without a number.
    package var body: String {
        code.map { #"{"errorCode":\#($0),"errorMessage":"\#(message)"}"# } ?? ""
    }

    package let message = "What Apple says."
}

extension AppleErrorRow: CustomStringConvertible {
    package var description: String { "\(status) \(code.map(String.init) ?? "no code") \(name ?? "without a name")" }
}

extension AppleErrorRow {
    /// The errors that Apple documents for its two endpoints, the general ones, and what comes without being documented.
    ///
    /// [Error codes](https://developer.apple.com/documentation/appstoreserverapi/error-codes)
    package static let all = documented + apiWide + undocumented

    /// Those of the pages of the endpoints.
    private static let documented = [
        AppleErrorRow(400, 4_000_006, "InvalidTransactionIdError", .deadLetter),
        AppleErrorRow(400, 4_000_048, "AppTransactionIdNotSupportedError", .deadLetter),
        AppleErrorRow(400, 4_000_185, "FamilyTransactionNotSupportedError", .deadLetter),
        AppleErrorRow(400, 4_000_227, "InvalidAssignedTransactionNotSupportedError", .deadLetter),
        AppleErrorRow(400, 4_000_035, "InvalidCustomerConsentedError", .deadLetter),
        AppleErrorRow(400, 4_000_036, "InvalidDeliveryStatusError", .deadLetter),
        AppleErrorRow(400, 4_000_041, "InvalidSampleContentProvidedError", .deadLetter),
        AppleErrorRow(400, 4_000_044, "InvalidRefundPreferenceError", .deadLetter),
        AppleErrorRow(400, 4_000_209, "ConsumptionPercentageAutoRenewableSubscriptionError", .deadLetter, .onlyV2),
        // ConsumptionPercentageOutOfRangeError, UndeliveredConsumptionPercentageNonZeroError and
        // AdvancedCommerceTransactionNotSupportedError: nobody has seen their numbers, so they come as unknown ones.
        AppleErrorRow(400, 4_000_206, nil, .deadLetter, .onlyV2),
        AppleErrorRow(400, 4_000_207, nil, .deadLetter, .onlyV2),
        AppleErrorRow(400, 4_000_208, nil, .deadLetter, .onlyV2),
        AppleErrorRow(400, 4_000_047, "InvalidTransactionTypeNotSupportedError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_032, "InvalidAccountTenureError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_033, "InvalidAppAccountTokenError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_034, "InvalidConsumptionStatusError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_037, "InvalidLifetimeDollarsPurchasedError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_038, "InvalidLifetimeDollarsRefundedError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_039, "InvalidPlatformError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_040, "InvalidPlayTimeError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_042, "InvalidUserStatusError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_043, "InvalidTransactionNotConsumableError", .deadLetter, .onlyV1),
        AppleErrorRow(400, 4_000_000, "GeneralBadRequestError", .deadLetter),
        AppleErrorRow(400, 4_000_002, "InvalidAppIdentifierError", .pause),
        AppleErrorRow(400, nil, nil, .deadLetter),
        AppleErrorRow(400, 4_000_999, nil, .deadLetter),
        AppleErrorRow(401, nil, nil, .pause),
        AppleErrorRow(404, 4_040_010, "TransactionIdNotFoundError", .deadLetter),
        AppleErrorRow(429, 4_290_000, "RateLimitExceededError", .wait),
        AppleErrorRow(500, 5_000_000, "GeneralInternalError", .retry),
        AppleErrorRow(500, 5_000_001, "GeneralInternalRetryableError", .retry),
    ]

    /// Those of the API that are not on the pages of the endpoints.
    private static let apiWide = [
        AppleErrorRow(403, nil, nil, .pause),
        AppleErrorRow(403, 4_030_000, nil, .pause),
        AppleErrorRow(404, 4_040_001, "AccountNotFoundError", .deadLetter),
        AppleErrorRow(404, 4_040_002, "AccountNotFoundRetryableError", .retry),
        AppleErrorRow(404, 4_040_003, "AppNotFoundError", .pause),
        AppleErrorRow(404, 4_040_004, "AppNotFoundRetryableError", .retry),
        AppleErrorRow(404, 4_040_005, "OriginalTransactionIdNotFoundError", .deadLetter),
        AppleErrorRow(404, 4_040_006, "OriginalTransactionIdNotFoundRetryableError", .retry),
        AppleErrorRow(404, nil, nil, .deadLetter),
        AppleErrorRow(404, 4_040_999, nil, .deadLetter),
        AppleErrorRow(429, nil, nil, .wait),
        AppleErrorRow(429, 4_299_999, nil, .wait),
    ]

    /// What proxies and overloaded servers say; 407 is a proxy's answer, never Apple's.
    private static let undocumented =
        [407, 408, 425].map { AppleErrorRow($0, nil, nil, .retry) }
        + [301, 302, 303, 307, 308, 402, 405, 406, 410, 413, 415, 418, 422, 499].map {
            AppleErrorRow($0, nil, nil, .deadLetter)
        }
        + [500, 501, 502, 503, 504, 505, 529, 599].flatMap { status in
            [nil, 5_009_999].map { AppleErrorRow(status, $0, nil, .retry) }
        }
}
