import ConsumptionRules
import FoundationEssentials

extension Stage {
    /// From a record's value to a report, and to the body of its PUT.
    static var rules: [Stage] {
        let value = WrittenEvent(number: 1).json
        return [
            Stage("decode", operations: 1000) {
                { for _ in 0..<$0 { keep(try ConsumptionEvent(decoding: value)) } }
            },
            Stage("rules", operations: 1000) {
                let event = try ConsumptionEvent(decoding: value)
                return { for _ in 0..<$0 { keep(try event.checked(at: WrittenEvent.time, isConfigured: isOurs)) } }
            },
            Stage("decode + rules", operations: 1000) {
                { for _ in 0..<$0 { keep(Judgement(of: value, at: WrittenEvent.time, isConfigured: isOurs)) } }
            },
            Stage("decode + rules, JSONDecoder", operations: 100) {
                let event = try ConsumptionEvent(decoding: value)
                let data = Data(value)
                return {
                    for _ in 0..<$0 {
                        keep(try JSONDecoder().decode(DecodedEvent.self, from: data))
                        keep(try event.checked(at: WrittenEvent.time, isConfigured: isOurs))
                    }
                }
            },
            Stage("wire body", operations: 1000) {
                let report = try ConsumptionEvent(decoding: value).checked(at: WrittenEvent.time, isConfigured: isOurs)
                var body: [UInt8] = []
                return {
                    for _ in 0..<$0 {
                        body.removeAll(keepingCapacity: true)
                        report.appendBody(to: &body)
                    }
                    keep(body)
                }
            },
        ]
    }

    private static func isOurs(_ bundleID: String) -> Bool { bundleID == WrittenEvent.bundleID }
}

/// The event as a program would have it decoded that leaves this to Foundation.
private struct DecodedEvent: Decodable {
    struct Request: Decodable {
        let customerConsented: Bool
        let deliveryStatus: String
        let sampleContentProvided: Bool
        let consumptionPercentage: Int?
        let refundPreference: String?
    }

    let notificationUUID: String
    let signedDate: Int64
    let environment: String
    let bundleId: String
    let transactionId: String
    let type: String
    let consumptionRequest: Request
}
