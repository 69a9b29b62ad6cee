/// For producers: an event from what a server knows, and its text for the topic.
extension ConsumptionEvent {
    /// Puts an event together; nothing is checked yet.
    ///
    /// - Parameters:
    ///   - notificationUUID: Of the CONSUMPTION_REQUEST notification that this answers.
    ///   - signedDate: Of the same notification.
    ///   - environment: Where the transaction was made.
    ///   - bundleID: The app, for which the worker has a key.
    ///   - transactionID: Of the notification's transaction: 1 to 64 digits.
    ///   - type: The product's type, as the transaction has it.
    ///   - inAppOwnershipType: As the transaction has it; Apple takes nothing for other purchases than `purchased` ones.
    ///   - advancedCommerce: Whether the transaction has advancedCommerceInfo, and so needs `Body.v1(_:)`.
    ///   - consumptionRequestReason: The customer's reason, for people only.
    ///   - body: What the App Store is to be told.
    public init(
        notificationUUID: NotificationUUID,
        signedDate: UNIXMilliseconds,
        environment: AppStoreEnvironment,
        bundleID: String,
        transactionID: String,
        type: ProductType,
        inAppOwnershipType: OwnershipType = .purchased,
        advancedCommerce: Bool = false,
        consumptionRequestReason: String? = nil,
        body: Body
    ) {
        self.notificationUUID = notificationUUID
        self.signedDate = .exact(signedDate.value)
        self.environment = .known(environment)
        self.bundleID = bundleID
        self.transactionID = transactionID
        self.type = .known(type)
        self.inAppOwnershipType = .known(inAppOwnershipType)
        self.advancedCommerce = advancedCommerce
        self.consumptionRequestReason = consumptionRequestReason
        self.body = body
        unknownFields = UnknownFields()
    }

    /// The value of the record: JSON in UTF-8, which `init(decoding:)` reads back to an equal event.
    ///
    /// What an event that was read has beside Apple's fields, in its body or at its top, is not kept.
    public var recordValue: [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in json.object { write(to: &$0) } }
        return bytes
    }

    /// What stands for its default is left out.
    private func write(to json: inout JSONWriter) {
        json.member("notificationUUID", notificationUUID.description)
        json.member("signedDate", signedDate)
        json.member("environment", environment)
        json.member("bundleId", bundleID)
        if let transactionID { json.member("transactionId", transactionID) }
        json.member("type", type)
        if inAppOwnershipType != .known(.purchased) { json.member("inAppOwnershipType", inAppOwnershipType) }
        if advancedCommerce { json.member("advancedCommerce", true) }
        if let consumptionRequestReason { json.member("consumptionRequestReason", consumptionRequestReason) }
        switch body {
        case .v2(let request):
            json.key("consumptionRequest")
            json.object { request.write(to: &$0) }
        case .v1(let request):
            json.key("consumptionRequestV1")
            json.object { request.write(to: &$0) }
        }
    }
}
