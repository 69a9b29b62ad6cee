/// The rules for Apple's ConsumptionRequestV1.
extension EventCheck {
    private static let body = "$.consumptionRequestV1"

    mutating func check(_ request: ConsumptionRequestV1) {
        checkServed()
        checkConsent(request.customerConsented, in: Self.body)
        checkSample(request.sampleContentProvided, in: Self.body)
        check(request.deliveryStatus, 0...5, .invalidDeliveryStatus, "deliveryStatus")
        if let preference = request.refundPreference {
            check(preference, 0...3, .invalidRefundPreference, "refundPreference")
        }
        check(request.accountTenure, 0...7, .invalidAccountTenure, "accountTenure")
        checkAppAccountToken(request.appAccountToken)
        check(request.consumptionStatus, 0...3, .invalidConsumptionStatus, "consumptionStatus")
        let (purchased, refunded) = (request.lifetimeDollarsPurchased, request.lifetimeDollarsRefunded)
        check(purchased, 0...7, .invalidLifetimeDollarsPurchased, "lifetimeDollarsPurchased")
        check(refunded, 0...7, .invalidLifetimeDollarsRefunded, "lifetimeDollarsRefunded")
        check(request.platform, 0...2, .invalidPlatform, "platform")
        check(request.playTime, 0...7, .invalidPlayTime, "playTime")
        check(request.userStatus, 0...4, .invalidUserStatus, "userStatus")
    }

    /// Apple: V1 serves consumables, and auto-renewable subscriptions since version 1.11 of its API.
    private mutating func checkServed() {
        guard event.type == .known(.nonConsumable) || event.type == .known(.nonRenewingSubscription) else { return }
        let message = "consumptionRequestV1 serves consumables and auto-renewable subscriptions only"
        refuse(.invalidTransactionTypeNotSupported, at: "$.type", message)
    }

    private mutating func checkAppAccountToken(_ token: String?) {
        if let token, token.isEmpty || parseUUID(token.utf8Span.span) != nil { return }
        refuse(.invalidAppAccountToken, at: Self.body + ".appAccountToken", "a UUID or the empty string is required")
    }

    private mutating func check(
        _ number: WireInteger?,
        _ range: ClosedRange<Int64>,
        _ code: ViolationCode,
        _ field: String
    ) {
        guard number?.isIn(range) != true else { return }
        let found = number.map { "\($0) is outside" } ?? "the field is required and missing; it lies in"
        refuse(code, at: "\(Self.body).\(field)", "\(found) \(range.lowerBound)…\(range.upperBound)")
    }
}
