extension ConsumptionRequestV1 {
    /// What a producer answers for an Advanced Commerce purchase; 0 stands for undeclared, where Apple has such a number.
    ///
    /// - Parameters:
    ///   - customerConsented: The customer agreed that this is sent; nothing is sent without.
    ///   - consumptionStatus: How much was consumed, 0…3.
    ///   - platform: Where it was consumed, 0…2.
    ///   - sampleContentProvided: Whether the customer could try the purchase before.
    ///   - deliveryStatus: Whether the purchase was delivered, 0…5.
    ///   - appAccountToken: The app's own name for the customer: a UUID, or empty.
    ///   - accountTenure: Age of the account, 0…7.
    ///   - playTime: How long the customer has used the app, 0…7.
    ///   - lifetimeDollarsRefunded: What the customer has got back in all, 0…7.
    ///   - lifetimeDollarsPurchased: What the customer has spent in all, 0…7.
    ///   - userStatus: State of the account, 0…4.
    ///   - refundPreference: Left out where there is none.
    public init(
        customerConsented: Bool,
        consumptionStatus: Int,
        platform: Int,
        sampleContentProvided: Bool,
        deliveryStatus: Int,
        appAccountToken: String,
        accountTenure: Int,
        playTime: Int,
        lifetimeDollarsRefunded: Int,
        lifetimeDollarsPurchased: Int,
        userStatus: Int,
        refundPreference: Int? = nil
    ) {
        self.customerConsented = customerConsented
        self.consumptionStatus = .exact(Int64(consumptionStatus))
        self.platform = .exact(Int64(platform))
        self.sampleContentProvided = sampleContentProvided
        self.deliveryStatus = .exact(Int64(deliveryStatus))
        self.appAccountToken = appAccountToken
        self.accountTenure = .exact(Int64(accountTenure))
        self.playTime = .exact(Int64(playTime))
        self.lifetimeDollarsRefunded = .exact(Int64(lifetimeDollarsRefunded))
        self.lifetimeDollarsPurchased = .exact(Int64(lifetimeDollarsPurchased))
        self.userStatus = .exact(Int64(userStatus))
        self.refundPreference = refundPreference.map { .exact(Int64($0)) }
    }

    func write(to json: inout JSONWriter) {
        if let customerConsented { json.member("customerConsented", customerConsented) }
        let integers: [(StaticString, WireInteger?)] = [
            ("consumptionStatus", consumptionStatus), ("platform", platform), ("deliveryStatus", deliveryStatus),
            ("accountTenure", accountTenure), ("playTime", playTime),
            ("lifetimeDollarsRefunded", lifetimeDollarsRefunded),
            ("lifetimeDollarsPurchased", lifetimeDollarsPurchased), ("userStatus", userStatus),
            ("refundPreference", refundPreference),
        ]
        for case (let name, let integer?) in integers { json.member(name, integer) }
        if let sampleContentProvided { json.member("sampleContentProvided", sampleContentProvided) }
        if let appAccountToken { json.member("appAccountToken", appAccountToken) }
    }
}
