package import ConsumptionRules

/// One attempt to send one report.
package struct AppStoreRequest: Sendable {
    /// The caller's number for this attempt, which comes back in its answer.
    package var ticket: UInt64
    /// Which app signs: its index among the credentials that the client was made with.
    package var app: Int
    /// Which server it goes to.
    package var environment: AppStoreEnvironment
    /// Where it goes on that server.
    package var path: ConsumptionPath
    /// The JSON body, sent as it is.
    package var body: [UInt8]

    /// Puts a request together.
    package init(ticket: UInt64, app: Int, environment: AppStoreEnvironment, path: ConsumptionPath, body: [UInt8]) {
        self.ticket = ticket
        self.app = app
        self.environment = environment
        self.path = path
        self.body = body
    }
}
