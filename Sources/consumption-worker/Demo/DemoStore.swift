import AppStoreStandIn
import ConsumptionRules

/// The App Store of the demo: one server for production and one for the sandbox.
struct DemoStore: Sendable {
    private let production: AppStoreStandIn
    private let sandbox: AppStoreStandIn

    /// It knows these apps and the purchases of these events, and will stumble over some of them.
    init(_ apps: [DemoApp], _ events: [DemoEvent]) throws {
        var options = AppStoreStandIn.Options(accounts: apps.map(\.account))
        options.refusesUnknownTransactions = true
        // As long as a real one takes, nearly.
        options.faults.latency = .milliseconds(40)
        production = try AppStoreStandIn(options)
        sandbox = try AppStoreStandIn(options)
        events.filter(\.isKnownToAppStore).forEach(register)
    }

    func url(_ environment: AppStoreEnvironment) -> String { server(environment).baseURL }

    /// Every request so far.
    var requests: [DemoRequest] {
        AppStoreEnvironment.allCases.flatMap { environment in
            server(environment).arrivals().map { DemoRequest($0, in: environment) }
        }
    }

    func stop() {
        production.stop()
        sandbox.stop()
    }

    private func server(_ environment: AppStoreEnvironment) -> AppStoreStandIn {
        environment == .production ? production : sandbox
    }

    private func register(_ event: DemoEvent) {
        let purchase = event.purchase
        let server = server(purchase.environment)
        server.register(
            purchase.transactionID,
            KnownTransaction(
                bundleID: purchase.bundleID,
                productType: purchase.productType.rawValue,
                isAdvancedCommerce: purchase.isAdvancedCommerce
            )
        )
        for stumble in event.stumbles { server.script(purchase.transactionID, StandInAnswer(stumble)) }
    }
}

extension StandInAnswer {
    fileprivate init(_ stumble: DemoEvent.Stumble) {
        switch stumble {
        case .serverError: self = .internalError
        case .rateLimit: self = .throttled(.milliseconds(400))
        case .refusedToken: self = .unauthorized
        case .droppedConnection: self = .closed
        }
    }
}
