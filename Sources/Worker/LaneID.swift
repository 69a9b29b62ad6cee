package import ConsumptionRules

/// Which lane: the app by its place in the configuration, the environment and the endpoint, because Apple counts its
/// limits for each of these apart.
package struct LaneID: Hashable, Sendable {
    package var app: Int
    package var environment: AppStoreEnvironment
    package var endpoint: ConsumptionEndpoint

    package init(app: Int, environment: AppStoreEnvironment, endpoint: ConsumptionEndpoint) {
        self.app = app
        self.environment = environment
        self.endpoint = endpoint
    }

    /// Lanes of one app lie side by side in an array.
    static let lanesPerApp = 4

    package func hash(into hasher: inout Hasher) {
        hasher.combine(index)
    }

    var index: Int {
        app * Self.lanesPerApp + (environment == .sandbox ? 2 : 0) + (endpoint == .v1 ? 1 : 0)
    }

    init(index: Int) {
        app = index / Self.lanesPerApp
        environment = index & 2 == 0 ? .production : .sandbox
        endpoint = index & 1 == 0 ? .v2 : .v1
    }
}
