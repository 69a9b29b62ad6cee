/// A checked ConsumptionRequest, without `customerConsented`: nothing but true passes.
struct RequestBody: Hashable, Sendable {
    let consumptionPercentage: Int32?
    let deliveryStatus: DeliveryStatus
    let refundPreference: RefundPreference?
    let sampleContentProvided: Bool

    /// Nil when a required field is missing or unknown.
    ///
    /// Apple asks for 0 where nothing was delivered and does not say that leaving it out will do, so 0 is written then. For an
    /// auto-renewable subscription even 0 is refused.
    init?(_ request: ConsumptionRequest, for type: ProductType) {
        guard let delivery = request.deliveryStatus?.known, let sample = request.sampleContentProvided else {
            return nil
        }
        let zero: Int32? = request.isUndelivered && type != .autoRenewableSubscription ? 0 : nil
        consumptionPercentage = request.consumptionPercentage?.value.flatMap(Int32.init(exactly:)) ?? zero
        deliveryStatus = delivery
        refundPreference = request.refundPreference?.known
        sampleContentProvided = sample
    }

    func write(to writer: inout JSONWriter) {
        if let consumptionPercentage { writer.member("consumptionPercentage", consumptionPercentage) }
        writer.member("customerConsented", true)
        writer.member("deliveryStatus", deliveryStatus.rawValue)
        if let refundPreference { writer.member("refundPreference", refundPreference.rawValue) }
        writer.member("sampleContentProvided", sampleContentProvided)
    }
}
