extension ConsumptionEvent {
    /// Puts the fields together; a missing one is malformed unless a rule has its own code for it.
    init(_ fields: borrowing EventFields) throws(Violation) {
        notificationUUID = try required(fields.notificationUUID, "notificationUUID")
        signedDate = try required(fields.signedDate, "signedDate")
        environment = try required(fields.environment, "environment")
        bundleID = try required(fields.bundleID, "bundleId")
        transactionID = fields.transactionID
        type = try required(fields.type, "type")
        inAppOwnershipType = fields.inAppOwnershipType ?? .known(.purchased)
        advancedCommerce = fields.advancedCommerce ?? false
        consumptionRequestReason = fields.consumptionRequestReason
        body = try Body(fields)
        unknownFields = fields.unknownFields
    }
}

extension ConsumptionEvent.Body {
    init(_ fields: borrowing EventFields) throws(Violation) {
        switch (fields.consumptionRequest, fields.consumptionRequestV1) {
        case (let request?, nil):
            self = .v2(request)
        case (nil, let request?):
            try request.requireIntegers()
            self = .v1(request)
        case (nil, nil):
            throw Violation(.malformedEvent, at: "$", "consumptionRequest or consumptionRequestV1 is required")
        case (.some, .some):
            throw Violation(.malformedEvent, at: "$", "consumptionRequest and consumptionRequestV1 exclude each other")
        }
    }
}

extension ConsumptionRequestV1 {
    /// All but `deliveryStatus`, whose absence has a code of its own, and `refundPreference`, which is optional.
    fileprivate func requireIntegers() throws(Violation) {
        _ = try required(consumptionStatus, "consumptionRequestV1.consumptionStatus")
        _ = try required(platform, "consumptionRequestV1.platform")
        _ = try required(accountTenure, "consumptionRequestV1.accountTenure")
        _ = try required(playTime, "consumptionRequestV1.playTime")
        _ = try required(lifetimeDollarsRefunded, "consumptionRequestV1.lifetimeDollarsRefunded")
        _ = try required(lifetimeDollarsPurchased, "consumptionRequestV1.lifetimeDollarsPurchased")
        _ = try required(userStatus, "consumptionRequestV1.userStatus")
    }
}

private func required<Value>(_ value: Value?, _ field: StaticString) throws(Violation) -> Value {
    guard let value else { throw Violation(.malformedEvent, at: "$.\(field)", "the field is required and missing") }
    return value
}
