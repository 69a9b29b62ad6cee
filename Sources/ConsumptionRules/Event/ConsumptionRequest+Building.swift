extension ConsumptionRequest {
    /// What a producer answers.
    ///
    /// - Parameters:
    ///   - customerConsented: The customer agreed that this is sent; nothing is sent without.
    ///   - deliveryStatus: Whether the purchase was delivered, and works.
    ///   - sampleContentProvided: Whether the customer could try the purchase before.
    ///   - consumptionPercentage: Left out where it is not known, and for every auto-renewable subscription.
    ///   - refundPreference: Left out where there is none.
    public init(
        customerConsented: Bool,
        deliveryStatus: DeliveryStatus,
        sampleContentProvided: Bool,
        consumptionPercentage: ConsumptionPercentage? = nil,
        refundPreference: RefundPreference? = nil
    ) {
        self.customerConsented = customerConsented
        self.consumptionPercentage = consumptionPercentage.map { .exact(Int64($0.milliunits)) }
        self.deliveryStatus = .known(deliveryStatus)
        self.refundPreference = refundPreference.map { .known($0) }
        self.sampleContentProvided = sampleContentProvided
    }

    func write(to json: inout JSONWriter) {
        if let customerConsented { json.member("customerConsented", customerConsented) }
        if let consumptionPercentage { json.member("consumptionPercentage", consumptionPercentage) }
        if let deliveryStatus { json.member("deliveryStatus", deliveryStatus) }
        if let refundPreference { json.member("refundPreference", refundPreference) }
        if let sampleContentProvided { json.member("sampleContentProvided", sampleContentProvided) }
    }
}
