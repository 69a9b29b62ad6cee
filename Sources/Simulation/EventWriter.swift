import Flow
import Worker

/// Makes up the records of a run: valid and invalid ones, late ones, repeats, and several notifications of a transaction.
struct EventWriter {
    let plan: Plan
    private var written: [WrittenRecord] = []

    init(plan: Plan) {
        self.plan = plan
    }

    /// The next record, written at `date`.
    mutating func next(at date: UnixTime, _ random: inout SeededGenerator) -> WrittenRecord {
        if let earlier = written.randomElement(using: &random), Int.random(in: 0..<12, using: &random) == 0 {
            return earlier
        }
        let record = fresh(number: written.count, at: date, &random)
        written.append(record)
        return record
    }

    /// The first record of a notification; `nil` when there is none.
    func written(_ notification: Int) -> WrittenRecord? {
        written.indices.contains(notification) ? written[notification] : nil
    }

    private func fresh(number: Int, at date: UnixTime, _ random: inout SeededGenerator) -> WrittenRecord {
        let isLate = Int.random(in: 0..<20, using: &random) == 0
        let age = Duration.milliseconds(Int.random(in: isLate ? 60_000...100_000 : 0...2000, using: &random))
        let signed = date + (.zero - age)
        // Three notifications for one transaction now and then; its partition follows from it.
        let transaction = Int.random(in: 0..<4, using: &random) == 0 ? number / 3 * 3 : number
        let nature = Self.nature(&random)
        return WrittenRecord(
            partition: Int32(transaction % plan.partitionCount),
            value: value(nature, number: number, transaction: transaction, signed: signed),
            nature: nature,
            notification: number,
            deadline: signed + (plan.policy.deadlineWindow - plan.policy.deadlineMargin)
        )
    }

    private static func nature(_ random: inout SeededGenerator) -> WrittenRecord.Nature {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: .invalid(code: "TombstoneError")
        case 1: .invalid(code: "MalformedEventError")
        case 2: .invalid(code: "UnknownAppError")
        case 3: .invalid(code: "InvalidDeliveryStatusError")
        case 4, 5: .refused
        case 6: .poison
        default: .good
        }
    }

    private func value(_ nature: WrittenRecord.Nature, number: Int, transaction: Int, signed: UnixTime) -> [UInt8]? {
        if nature == .invalid(code: "TombstoneError") { return nil }
        if nature == .invalid(code: "MalformedEventError") { return Array("{".utf8) }
        let app =
            nature == .invalid(code: "UnknownAppError")
            ? "com.example.unknown" : plan.apps[transaction % plan.apps.count]
        let status = nature == .invalid(code: "InvalidDeliveryStatusError") ? "LOST" : "DELIVERED"
        let digits = String(number, radix: 16)
        let uuid = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        // The percentage tells the App Store of the simulation which notification it is.
        let json = """
            {"notificationUUID":"\(uuid)","signedDate":\(signed.milliseconds),\
            "environment":"\(transaction % 3 == 0 ? "Sandbox" : "Production")","bundleId":"\(app)",\
            "transactionId":"\(1000 + transaction)","type":"Consumable","consumptionRequest":\
            {"customerConsented":true,"deliveryStatus":"\(status)","sampleContentProvided":false,\
            "consumptionPercentage":\(number)}}
            """
        return Array(json.utf8)
    }
}
