/// One consumption report that may be sent: an event that passed every rule, and cannot be made in any other way.
public struct ConsumptionReport: Hashable, Sendable {
    /// The notification that this answers: the identity of the report.
    public let notificationUUID: NotificationUUID
    /// When the notification was signed; Apple's 12 hours begin here.
    public let signedDate: UNIXMilliseconds
    /// Which App Store it goes to.
    public let environment: AppStoreEnvironment
    /// The app, whose key signs.
    public let bundleID: String
    /// The transaction: 1 to 64 digits.
    public let transactionID: String
    /// The product's type, which the body does not carry.
    public let productType: ProductType
    private let body: ReportBody

    /// Only for an event without violations; nil when one was overlooked.
    fileprivate init?(passed event: ConsumptionEvent) {
        guard let environment = event.environment.known, let type = event.type.known,
            let transactionID = event.transactionID, let date = event.signedDate.value,
            let body = ReportBody(event.body, for: type)
        else { return nil }
        notificationUUID = event.notificationUUID
        signedDate = UNIXMilliseconds(date)
        bundleID = event.bundleID
        productType = type
        self.environment = environment
        self.transactionID = transactionID
        self.body = body
    }
}

extension ConsumptionReport {
    /// Which of Apple's endpoints takes it.
    public var endpoint: ConsumptionEndpoint {
        switch body {
        case .v1: .v1
        case .v2: .v2
        }
    }

    /// The path of the PUT, such as `/inApps/v2/transactions/consumption/2000000123456789`; digits need no escapes.
    public var path: String {
        switch body {
        case .v1: "/inApps/v1/transactions/consumption/" + transactionID
        case .v2: "/inApps/v2/transactions/consumption/" + transactionID
        }
    }

    /// Appends the body of the PUT: Apple's fields in alphabetical order, absent ones left out, no white space.
    ///
    /// The same report gives the same bytes every time.
    public func appendBody(to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { writer in
            writer.object { writer in
                switch body {
                case .v1(let body): body.write(to: &writer)
                case .v2(let body): body.write(to: &writer)
                }
            }
        }
    }
}

extension ConsumptionEvent {
    /// Checks the event against every rule.
    ///
    /// - Parameters:
    ///   - now: The time to judge `signedDate` by.
    ///   - isConfigured: Whether there is a key for a bundle id, any text included.
    /// - Returns: The report to send.
    /// - Throws: The `Refusal` with every violation, in the order of `ViolationCode`.
    public consuming func checked(
        at now: UNIXMilliseconds,
        isConfigured: (String) -> Bool
    ) throws(Refusal) -> ConsumptionReport {
        var check = EventCheck(self)
        check.run(at: now, isConfigured: isConfigured)
        if check.violations.isEmpty, let report = ConsumptionReport(passed: check.event) { return report }
        throw Refusal(check.violations, identity: EventIdentity(check.event))
    }
}
