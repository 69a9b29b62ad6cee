import ConsumptionRules

/// The property that fuzzing checks: whatever the bytes are, nothing crashes, and what is accepted means to Foundation's parser what it
/// means to ours.
///
/// The fuzzer (`ops/fuzz`) and the seeded test both ask it.
enum FoundationAgreement {
    /// A sentence that says what is wrong for these bytes, or nil when all is well.
    static func disagreement(on bytes: [UInt8]) -> String? {
        // Foundation on Linux drops U+FEFF in the middle of a text; ours keeps it, as RFC 8259 has it.
        let isComparable = !bytes.contains([0xEF, 0xBB, 0xBF])
        let disagreement =
            isComparable
            ? needlessRefusal(bytes) ?? disagreementOnMembers(bytes) ?? disagreementOnEvent(bytes) : nil
        return disagreement ?? faultOfJudgement(bytes)
    }

    /// What is refused must be refused by Foundation too, save for what is refused on purpose.
    ///
    /// A text with a zero byte is left out: Foundation guesses that it is UTF-16 or UTF-32.
    private static func needlessRefusal(_ bytes: [UInt8]) -> String? {
        guard !bytes.contains(0) else { return nil }
        do {
            var reader = try JSONReader(bytes)
            try reader.skip(try reader.next())
            try reader.finish()
            return nil
        } catch {
            let isOnPurpose = [.duplicateKey, .tooDeep, .loneSurrogate, .notUTF8].contains(error.problem)
            // Foundation takes a comma before a closing bracket; RFC 8259 does not.
            let isTrailingComma = bytes[error.byteOffset...].first.map { $0 == 0x5D || $0 == 0x7D } ?? false
            return isOnPurpose || isTrailingComma || !FoundationJSON.isJSON(bytes)
                ? nil : "a refusal because \(error.problem)"
        }
    }

    private static func disagreementOnMembers(_ bytes: [UInt8]) -> String? {
        guard let members = JSONMembers(reading: bytes) else { return nil }
        guard let object = FoundationJSON.object(bytes) else { return complaint(bytes, "an object") }
        // Foundation takes canonically equivalent keys for one key; ours are different by their bytes.
        guard object.keys.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
        for (name, value) in object {
            if let ours = members.string(name), !FoundationJSON.isSame(ours, value) { return "another string" }
            if let ours = members.integer(name), !FoundationJSON.isSame(ours, value) { return "another integer" }
            if value is String, members.string(name) == nil { return "a string that is missing" }
        }
        return nil
    }

    private static func disagreementOnEvent(_ bytes: [UInt8]) -> String? {
        guard let event = try? ConsumptionEvent(decoding: bytes) else { return nil }  // a refusal has no values
        guard let object = FoundationJSON.object(bytes) else { return complaint(bytes, "an event") }
        let checks: [(String, Bool)] = [
            (
                "notificationUUID",
                FoundationJSON.isSame(
                    event.notificationUUID.description,
                    FoundationJSON.lowercased(object["notificationUUID"])
                )
            ),
            ("signedDate", FoundationJSON.isSame(event.signedDate, object["signedDate"])),
            ("environment", FoundationJSON.isSame(text(event.environment), object["environment"])),
            ("bundleId", FoundationJSON.isSame(event.bundleID, object["bundleId"])),
            ("transactionId", FoundationJSON.isSame(event.transactionID, object["transactionId"])),
            ("type", FoundationJSON.isSame(text(event.type), object["type"])),
            (
                "inAppOwnershipType",
                FoundationJSON.isSame(
                    text(event.inAppOwnershipType),
                    FoundationJSON.present(object["inAppOwnershipType"]) ?? "PURCHASED"
                )
            ),
            ("advancedCommerce", FoundationJSON.isSame(event.advancedCommerce, object["advancedCommerce"] ?? false)),
            (
                "consumptionRequestReason",
                FoundationJSON.isSame(event.consumptionRequestReason, object["consumptionRequestReason"])
            ),
        ]
        return checks.first { !$0.1 }?.0 ?? disagreement(on: event.body, object)
    }

    /// Foundation's complaint, unless it is one about a number that its own types cannot hold: that is JSON all the same.
    private static func complaint(_ bytes: [UInt8], _ what: String) -> String? {
        FoundationJSON.holdsTooLargeNumber(bytes) ? nil : "\(what) that Foundation does not read"
    }

    private static func disagreement(on body: ConsumptionEvent.Body, _ object: [String: Any]) -> String? {
        switch body {
        case .v2(let request): disagreement(on: request, object["consumptionRequest"] as? [String: Any])
        case .v1(let request): disagreement(on: request, object["consumptionRequestV1"] as? [String: Any])
        }
    }

    private static func disagreement(on request: ConsumptionRequest, _ object: [String: Any]?) -> String? {
        let checks: [(String, Bool)] = [
            ("customerConsented", FoundationJSON.isSame(request.customerConsented, object?["customerConsented"])),
            (
                "consumptionPercentage",
                FoundationJSON.isSame(request.consumptionPercentage, object?["consumptionPercentage"])
            ),
            ("deliveryStatus", FoundationJSON.isSame(request.deliveryStatus.map(text), object?["deliveryStatus"])),
            (
                "refundPreference",
                FoundationJSON.isSame(request.refundPreference.map(text), object?["refundPreference"])
            ),
            (
                "sampleContentProvided",
                FoundationJSON.isSame(request.sampleContentProvided, object?["sampleContentProvided"])
            ),
        ]
        return checks.first { !$0.1 }?.0
    }

    private static func disagreement(on request: ConsumptionRequestV1, _ object: [String: Any]?) -> String? {
        let integers: [(String, WireInteger?)] = [
            ("consumptionStatus", request.consumptionStatus), ("platform", request.platform),
            ("deliveryStatus", request.deliveryStatus), ("accountTenure", request.accountTenure),
            ("playTime", request.playTime), ("lifetimeDollarsRefunded", request.lifetimeDollarsRefunded),
            ("lifetimeDollarsPurchased", request.lifetimeDollarsPurchased), ("userStatus", request.userStatus),
            ("refundPreference", request.refundPreference),
        ]
        if let integer = integers.first(where: { !FoundationJSON.isSame($0.1, object?[$0.0]) }) { return integer.0 }
        let isSameRest =
            FoundationJSON.isSame(request.customerConsented, object?["customerConsented"])
            && FoundationJSON.isSame(request.sampleContentProvided, object?["sampleContentProvided"])
            && FoundationJSON.isSame(request.appAccountToken, object?["appAccountToken"])
        return isSameRest ? nil : "a V1 value"
    }

    private static func faultOfJudgement(_ bytes: [UInt8]) -> String? {
        switch Judgement(of: bytes, at: UNIXMilliseconds(1_760_000_000_000), isConfigured: { !$0.isEmpty }) {
        case .report(let report): return faultOfReport(report)
        case .refused(let refusal): return faultOfRefusal(refusal)
        }
    }

    private static func faultOfReport(_ report: ConsumptionReport) -> String? {
        var body: [UInt8] = []
        report.appendBody(to: &body)
        guard let object = FoundationJSON.object(body) else { return "a body that Foundation does not read" }
        return object["customerConsented"] as? Bool == true ? nil : "a body without consent"
    }

    private static func faultOfRefusal(_ refusal: Refusal) -> String? {
        let ranks = refusal.codes.compactMap(ViolationCode.allCases.firstIndex)
        guard zip(ranks, ranks.dropFirst()).allSatisfy({ $0 < $1 }) else { return "codes out of order" }
        let message = refusal.message
        guard message.utf8.count <= Refusal.maximumMessageSize else { return "a message that is too long" }
        let isOneLine = message.unicodeScalars.allSatisfy { ($0.value >= 0x20 && $0.value < 0x7F) || $0 == "…" }
        return isOneLine ? nil : "a message that is not one plain line"
    }

    private static func text<Known>(_ name: WireName<Known>) -> String {
        switch name {
        case .known(let known): known.rawValue
        case .unknown(let text): text
        }
    }
}
