import ConsumptionRules

/// The example of the module's documentation, to be compiled and run.
enum ProducerExample {
    static func run(uuid: NotificationUUID, now: UNIXMilliseconds, print: (Violation) -> Void) throws {
        func send(_ value: [UInt8], key: String) {}
        // The documentation holds the lines from here…
        let event = ConsumptionEvent(
            notificationUUID: uuid,
            signedDate: UNIXMilliseconds(1_759_999_000_000),
            environment: .production,
            bundleID: "com.example.game",
            transactionID: "2000000123456789",
            type: .autoRenewableSubscription,
            body: .v2(
                ConsumptionRequest(
                    customerConsented: true,
                    deliveryStatus: .delivered,
                    sampleContentProvided: false,
                    consumptionPercentage: try ConsumptionPercentage(used: 1, of: 2)
                )
            )
        )
        do {
            _ = try event.checked(at: now, isConfigured: { $0 == "com.example.game" })
            send(event.recordValue, key: "2000000123456789")
        } catch {
            for violation in error.violations { print(violation) }
        }
        // …to here.
    }
}
