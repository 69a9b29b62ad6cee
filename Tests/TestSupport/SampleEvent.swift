/// A consumption event as a producer would write it, valid unless a test makes it otherwise.
package struct SampleEvent: Sendable {
    package var notificationUUID: String
    package var signedDate: Int64
    package var environment = "Production"
    package var bundleID = "com.example.game"
    package var transactionID: String
    package var type = "Consumable"
    /// The body's name and its JSON text.
    package var body = ("consumptionRequest", Self.delivered)

    package static let delivered =
        #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,"consumptionPercentage":50000}"#

    package static let v1 = """
        {"customerConsented":true,"consumptionStatus":2,"platform":1,"sampleContentProvided":true,"deliveryStatus":0,\
        "appAccountToken":"","accountTenure":3,"playTime":4,"lifetimeDollarsRefunded":1,"lifetimeDollarsPurchased":2,\
        "userStatus":1,"refundPreference":3}
        """

    /// An event whose identity is made from a number.
    ///
    /// - Parameter signedDate: UNIX time in milliseconds.
    package init(_ number: Int, signedDate: Int64) {
        let digits = String(number, radix: 16)
        notificationUUID = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        transactionID = "2000000\(number)"
        self.signedDate = signedDate
    }

    package var json: String {
        """
        {"notificationUUID":"\(notificationUUID)","signedDate":\(signedDate),"environment":"\(environment)",\
        "bundleId":"\(bundleID)","transactionId":"\(transactionID)","type":"\(type)","\(body.0)":\(body.1)}
        """
    }

    package var bytes: [UInt8] { Array(json.utf8) }
}
