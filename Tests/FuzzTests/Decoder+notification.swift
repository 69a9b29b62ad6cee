import ConsumptionRules

extension Decoder {
    /// Apple's notification as it was posted and, after an empty line, the answers with which an event is made of it.
    static let notification = Decoder(name: "notification") { bytes in
        let end = bytes.firstRange(of: [0x0A, 0x0A])
        let (notification, answers) = (
            bytes[..<(end?.lowerBound ?? bytes.count)], bytes[(end?.upperBound ?? bytes.count)...]
        )
        do throws(ProducerFaults) {
            let notification = try ConsumptionNotification(decoding: Array(notification))
            let now = notification.signedDate ?? UNIXMilliseconds(0)
            let event = try notification.event(with: ConsumptionAnswers(decoding: Array(answers)), at: now)
            if case .report = Judgement(of: event, at: now, isConfigured: { _ in true }) { return nil }
            return "an event that the rules refuse"
        } catch {
            return firstComplaint([
                ("refused without a fault", !error.faults.isEmpty),
                ("a fault that is more than a line", error.faults.allSatisfy { "\($0)".isPlainLine }),
            ])
        }
    }
}
