package import ConsumptionRules

extension AppStoreRequest {
    /// A request that the App Store has to refuse, to see whether it believes the app's token.
    ///
    /// It can't change anything: no transaction has the id 0, and nobody consented to anything.
    package static func question(ticket: UInt64, app: Int, environment: AppStoreEnvironment) -> AppStoreRequest {
        AppStoreRequest(
            ticket: ticket,
            app: app,
            environment: environment,
            path: .ofNoTransaction,
            body: Array(#"{"customerConsented":false,"deliveryStatus":"DELIVERED","sampleContentProvided":false}"#.utf8)
        )
    }

    /// The header fields that say what is sent and what may come back, beside the token and our name.
    package static let contentFields = [("content-type", "application/json"), ("accept", "application/json")]
}
