import ConsumptionRules

/// A consumption event as a producer writes it.
struct WrittenEvent {
    static let bundleID = "com.example.game"
    /// The time that stages take for now.
    static let time = UNIXMilliseconds(1_800_000_000_000)

    /// Tells it apart from all others; 0 to 99,999,999.
    let number: Int
    var bundleID = Self.bundleID
    var signedDate = Self.time
    /// An auto-renewable subscription may not have the percentage that the event gives.
    var isValid = true

    var transactionID: String { "20000000" + digits(of: number, count: 8, radix: 10) }

    var json: [UInt8] {
        Array(
            """
            {"notificationUUID":"3fa85f64-5717-4562-b3fc-\(digits(of: number, count: 12, radix: 16))",\
            "signedDate":\(signedDate.value),"environment":"Production","bundleId":"\(bundleID)",\
            "transactionId":"\(transactionID)","type":"\(isValid ? "Consumable" : "Auto-Renewable Subscription")",\
            "consumptionRequest":{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,\
            "consumptionPercentage":67932,"refundPreference":"GRANT_PRORATED"}}
            """.utf8
        )
    }

    private func digits(of number: Int, count: Int, radix: Int) -> String {
        let digits = String(number, radix: radix)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
