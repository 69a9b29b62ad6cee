/// The rules for Apple's ConsumptionRequest.
extension EventCheck {
    private static let body = "$.consumptionRequest"
    private static let percentagePath = "$.consumptionRequest.consumptionPercentage"

    mutating func check(_ request: ConsumptionRequest) {
        checkAdvancedCommerce()
        checkConsent(request.customerConsented, in: Self.body)
        checkSample(request.sampleContentProvided, in: Self.body)
        checkDeliveryStatus(request.deliveryStatus)
        checkRefundPreference(request.refundPreference)
        switch event.type.known {
        case .autoRenewableSubscription: checkAutoRenewable(request)
        case .consumable, .nonConsumable, .nonRenewingSubscription: checkPercentage(request)
        case nil: break
        }
    }

    private mutating func checkAdvancedCommerce() {
        guard event.advancedCommerce else { return }
        let message = "an Advanced Commerce purchase needs consumptionRequestV1"
        refuse(.advancedCommerceTransactionNotSupported, at: "$.advancedCommerce", message)
    }

    private mutating func checkDeliveryStatus(_ status: WireName<DeliveryStatus>?) {
        let path = Self.body + ".deliveryStatus"
        guard let status else {
            refuse(.invalidDeliveryStatus, at: path, "the field is required and missing")
            return
        }
        check(status, .invalidDeliveryStatus, at: path, "is none of Apple's five delivery statuses")
    }

    private mutating func checkRefundPreference(_ preference: WireName<RefundPreference>?) {
        guard let preference else { return }
        let message = "is none of DECLINE, GRANT_FULL, GRANT_PRORATED"
        check(preference, .invalidRefundPreference, at: Self.body + ".refundPreference", message)
    }

    private mutating func checkAutoRenewable(_ request: ConsumptionRequest) {
        guard request.consumptionPercentage != nil else { return }
        let message = "must be left out for an auto-renewable subscription, even 0: Apple works it out"
        refuse(.consumptionPercentageAutoRenewableSubscription, at: Self.percentagePath, message)
    }

    private mutating func checkPercentage(_ request: ConsumptionRequest) {
        let percentage = request.consumptionPercentage
        if let percentage, !percentage.isIn(0...100_000) {
            refuse(.consumptionPercentageOutOfRange, at: Self.percentagePath, "\(percentage) is outside 0…100000")
        }
        if request.isUndelivered, percentage?.isPositive == true {
            let message = "must be 0 or left out for a purchase that was not delivered"
            refuse(.undeliveredConsumptionPercentageNonZero, at: Self.percentagePath, message)
        }
        // Undelivered and half consumed is one mistake, so a percentage in the range ends this rule there too.
        if request.refundPreference == .known(.grantProrated), percentage?.isIn(1...99_999) != true {
            let advice = request.isUndelivered ? "; for an undelivered purchase GRANT_FULL is meant" : ""
            let message = "GRANT_PRORATED needs a percentage in 1…99999" + advice
            refuse(.grantProratedConsumptionPercentage, at: Self.percentagePath, message)
        }
    }
}
