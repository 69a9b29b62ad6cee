/// The rules for what an event says about its transaction, whichever body it carries.
extension EventCheck {
    mutating func checkUnknownFields() {
        let fields = event.unknownFields
        guard let first = fields.paths.first else { return }
        let others = fields.count - fields.paths.count
        let names = fields.paths.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
        refuse(.unknownField, at: first, "Apple's body has no such field: \(names)")
    }

    mutating func checkEnvironment() {
        let message = "has no App Store server; Production and Sandbox have"
        check(event.environment, .unsupportedEnvironment, at: "$.environment", message)
    }

    mutating func checkApp(_ isConfigured: (String) -> Bool) {
        guard !isConfigured(event.bundleID) else { return }
        // With a dot it is no id of a customer's in the wrong field.
        let shown = isBundleID(event.bundleID) && event.bundleID.contains(".") ? event.bundleID : "this bundle id"
        refuse(.unknownApp, at: "$.bundleId", "no app is configured for \(shown)")
    }

    mutating func checkProductType() {
        check(event.type, .unsupportedProductType, at: "$.type", "is none of Apple's four product types")
    }

    mutating func checkTransactionID() {
        if let id = event.transactionID, isTransactionID(id) { return }
        refuse(.invalidTransactionID, at: "$.transactionId", "a string of 1 to 64 digits is required")
    }

    mutating func checkSignedDate(at now: UNIXMilliseconds) {
        let first: Int64 = 1_577_836_800_000  // 2020-01-01T00:00:00Z; a date in seconds lies before it
        guard let date = event.signedDate.value, date >= first else {
            let message = "\(event.signedDate) is not UNIX time in milliseconds since 2020"
            refuse(.invalidSignedDate, at: "$.signedDate", message)
            return
        }
        let (last, overflows) = now.value.addingReportingOverflow(300_000)
        guard date > last, !overflows else { return }
        let message = "\(event.signedDate) is over five minutes ahead of this clock"
        refuse(.invalidSignedDate, at: "$.signedDate", message)
    }

    mutating func checkOwnership() {
        switch event.inAppOwnershipType.known {
        case .familyShared:
            let message = "Apple takes no consumption information for a family-shared purchase"
            refuse(.familyTransactionNotSupported, at: "$.inAppOwnershipType", message)
        case .assigned:
            let message = "Apple takes no consumption information for an assigned purchase"
            refuse(.invalidAssignedTransactionNotSupported, at: "$.inAppOwnershipType", message)
        case .purchased, nil: break
        }
    }

    mutating func checkConsent(_ customerConsented: Bool?, in body: String) {
        guard customerConsented != true else { return }
        let message = "must be true: without the customer's consent nothing is sent"
        refuse(.invalidCustomerConsented, at: body + ".customerConsented", message)
    }

    mutating func checkSample(_ sampleContentProvided: Bool?, in body: String) {
        guard sampleContentProvided == nil else { return }
        refuse(.invalidSampleContentProvided, at: body + ".sampleContentProvided", "must be true or false")
    }
}
