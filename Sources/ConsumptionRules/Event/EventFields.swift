/// The fields of an event as they are met, in whatever order; what is not met stays nil.
///
/// Not copyable: a copy would count references for each of its texts, for every event.
struct EventFields: ~Copyable {
    var schemaVersion: WireInteger?
    var notificationUUID: NotificationUUID?
    var signedDate: WireInteger?
    var environment: WireName<AppStoreEnvironment>?
    var bundleID: String?
    var transactionID: String?
    var type: WireName<ProductType>?
    var inAppOwnershipType: WireName<OwnershipType>?
    var advancedCommerce: Bool?
    var consumptionRequestReason: String?
    var consumptionRequest: ConsumptionRequest?
    var consumptionRequestV1: ConsumptionRequestV1?
    var unknownFields = UnknownFields()
    var firstMismatch: Mismatch?

    /// A value of the wrong JSON type or form.
    struct Mismatch {
        let path: String
        let byteOffset: Int
        let expected: StaticString
    }
}
