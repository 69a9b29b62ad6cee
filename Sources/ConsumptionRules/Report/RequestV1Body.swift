/// A checked ConsumptionRequestV1, without `customerConsented`: nothing but true passes.
struct RequestV1Body: Hashable, Sendable {
    let accountTenure: UInt8
    let appAccountToken: String
    let consumptionStatus: UInt8
    let deliveryStatus: UInt8
    let lifetimeDollarsPurchased: UInt8
    let lifetimeDollarsRefunded: UInt8
    let platform: UInt8
    let playTime: UInt8
    let refundPreference: UInt8?
    let sampleContentProvided: Bool
    let userStatus: UInt8

    /// Nil when a required field is missing.
    init?(_ request: ConsumptionRequestV1) {
        guard let tenure = request.accountTenure?.byte, let token = request.appAccountToken,
            let consumption = request.consumptionStatus?.byte, let delivery = request.deliveryStatus?.byte,
            let purchased = request.lifetimeDollarsPurchased?.byte,
            let refunded = request.lifetimeDollarsRefunded?.byte, let platform = request.platform?.byte,
            let playTime = request.playTime?.byte, let sample = request.sampleContentProvided,
            let user = request.userStatus?.byte
        else { return nil }
        accountTenure = tenure
        appAccountToken = token
        consumptionStatus = consumption
        deliveryStatus = delivery
        lifetimeDollarsPurchased = purchased
        lifetimeDollarsRefunded = refunded
        self.platform = platform
        self.playTime = playTime
        refundPreference = request.refundPreference?.byte
        sampleContentProvided = sample
        userStatus = user
    }

    func write(to writer: inout JSONWriter) {
        writer.member("accountTenure", accountTenure)
        writer.member("appAccountToken", appAccountToken)
        writer.member("consumptionStatus", consumptionStatus)
        writer.member("customerConsented", true)
        writer.member("deliveryStatus", deliveryStatus)
        writer.member("lifetimeDollarsPurchased", lifetimeDollarsPurchased)
        writer.member("lifetimeDollarsRefunded", lifetimeDollarsRefunded)
        writer.member("platform", platform)
        writer.member("playTime", playTime)
        if let refundPreference { writer.member("refundPreference", refundPreference) }
        writer.member("sampleContentProvided", sampleContentProvided)
        writer.member("userStatus", userStatus)
    }
}

extension WireInteger {
    /// The number, where one byte holds it: Apple's V1 integers go up to 7.
    fileprivate var byte: UInt8? { value.flatMap(UInt8.init(exactly:)) }
}
