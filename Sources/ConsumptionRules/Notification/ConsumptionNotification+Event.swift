extension ConsumptionNotification {
    /// Makes the event: the value of a record, as JSON on one line, that passes every rule of this module.
    ///
    /// The body is Apple's ConsumptionRequest, or ConsumptionRequestV1 where the transaction has `advancedCommerceInfo`.
    ///
    /// - Parameters:
    ///   - answers: What the producer knows of the purchase.
    ///   - now: The time to judge by; no event is made when the App Store takes no answer any more.
    ///   - isConfigured: Whether the worker has a key for a bundle id.
    /// - Throws: Everything for which the worker, or the App Store, would refuse the event.
    public func event(
        with answers: ConsumptionAnswers,
        at now: UNIXMilliseconds,
        isConfigured: (String) -> Bool = { _ in true }
    ) throws(ProducerFaults) -> [UInt8] {
        let body = try body(answers)
        let bytes = JSONTree.object(of: facts + [(bodyName, .object(body))]).bytes(.compact)
        var faults: [ProducerFault] = []
        if case .refused(let refusal) = Judgement(of: bytes, at: now, isConfigured: isConfigured) {
            faults = refusal.violations.map { fault($0, answers) }
        }
        if let late = late(at: now) { faults.append(late) }
        guard faults.isEmpty else { throw ProducerFaults(faults) }
        return bytes
    }

    /// Where each fact of an event comes from: its field there, and its path here.
    private static let origins: [(key: EventKey, path: String)] = [
        (.notificationUUID, "$.notificationUUID"), (.signedDate, "$.signedDate"),
        (.environment, "$.data.environment"), (.bundleId, "$.data.bundleId"),
        (.transactionId, "\(Parts.transactionPath).transactionId"), (.type, "\(Parts.transactionPath).type"),
        (.inAppOwnershipType, "\(Parts.transactionPath).inAppOwnershipType"),
        (.advancedCommerce, "\(Parts.transactionPath).advancedCommerceInfo"),
        (.consumptionRequestReason, "$.data.consumptionRequestReason"),
    ]

    /// Values as the notification wrote them, so that the rules see the very text.
    private var facts: [(name: String, value: JSONTree)] {
        Self.origins.compactMap { key, path in
            let value: JSONTree? =
                if key == .advancedCommerce {
                    isAdvancedCommerce ? .writing { $0.value(true) } : nil
                } else {
                    value(at: path)
                }
            return value.map { (key.rawValue, $0) }
        }
    }

    private func value(at path: String) -> JSONTree? {
        let names = path.split(separator: ".").dropFirst()
        let isOfTransaction = path.hasPrefix(Parts.transactionPath + ".")
        let root = isOfTransaction ? parts.transaction : parts.notification
        return names.dropFirst(isOfTransaction ? 2 : 0).reduce(root) { tree, name in tree?[String(name)] }
    }

    private var bodyName: String { (isAdvancedCommerce ? EventKey.consumptionRequestV1 : .consumptionRequest).rawValue }

    private func body(_ answers: ConsumptionAnswers) throws(ProducerFaults) -> [JSONTree.Member] {
        guard let usage = answers.usage else { return answers.fields }
        guard !isAdvancedCommerce else {
            let message = "an Advanced Commerce purchase has no percentage; it is answered with consumptionStatus"
            throw ProducerFaults(ProducerFault(.answers, at: "$.used", message))
        }
        do throws(ConsumptionPercentageError) {
            let bought = usage.bought ?? quantity?.value.flatMap(Int.init(exactly:)) ?? 1
            let share = try ConsumptionPercentage(used: usage.used, of: bought)
            let name = Array(RequestKey.consumptionPercentage.rawValue.utf8)
            return answers.fields + [.init(name: name, value: .writing { $0.value(share.milliunits) })]
        } catch {
            throw ProducerFaults(ProducerFault(.answers, at: "$.used", "\(error)"))
        }
    }

    /// The violation where the producer has to look for it.
    private func fault(_ violation: Violation, _ answers: ConsumptionAnswers) -> ProducerFault {
        let (code, body) = (violation.code.rawValue, "$.\(bodyName)")
        if violation.path.hasPrefix(body) {
            var path = "$" + violation.path.dropFirst(body.count)
            if path == "$.consumptionPercentage", answers.usage != nil { path = "$.used" }
            return ProducerFault(.answers, at: path, code: code, violation.message)
        }
        let origin = Self.origins.first { violation.path == "$.\($0.key.rawValue)" }?.path
        return ProducerFault(.notification, at: origin ?? violation.path, code: code, violation.message)
    }

    private func late(at now: UNIXMilliseconds) -> ProducerFault? {
        // Before 1970 it is no date, which the rules say.
        guard let signedDate, signedDate.value > 0,
            case let (end, overflows) = signedDate.value.addingReportingOverflow(Self.answerWindow),
            !overflows, end <= now.value
        else { return nil }
        let message =
            "the 12 hours in which the App Store takes an answer ended \((now.value - end) / 60_000) minutes ago"
        return ProducerFault(.notification, at: "$.signedDate", code: "DeadlineExceededError", message)
    }
}
