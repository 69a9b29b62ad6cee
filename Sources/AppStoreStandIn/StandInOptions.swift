package import HTTPServer

extension AppStoreStandIn {
    /// What a stand-in knows and how it serves.
    package struct Options: Sendable {
        /// The developers whose tokens it believes.
        package var accounts: [DeveloperAccount]
        /// The port on 127.0.0.1; 0 takes any free one.
        package var port: UInt16 = 0
        /// The certificate for HTTPS; without one the stand-in speaks plain HTTP.
        package var tls: HTTPServer.TLS?
        /// Answers 404 for transactions that were not registered, instead of taking them.
        package var refusesUnknownTransactions = false
        /// What goes wrong from the start.
        package var faults = StandInFaults()
        /// From which faults that come by chance follow.
        package var seed: UInt64 = 1

        /// A stand-in without faults that believes these developers.
        package init(accounts: [DeveloperAccount]) {
            self.accounts = accounts
        }

        var server: HTTPServer.Options {
            var server = HTTPServer.Options(host: "127.0.0.1", port: port, tls: tls)
            // A client without HTTP/2 needs a connection for each request that is in flight.
            server.connections = 1024
            server.timeoutSeconds = 60
            return server
        }
    }
}
