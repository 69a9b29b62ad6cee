/// Why no answer came.
package struct TransportFailure: Error, Sendable, Equatable {
    /// Where it failed, in few fixed words that can label a metric.
    package enum Category: String, Sendable, CaseIterable {
        /// The host name has no address.
        case dns
        /// No connection to the host.
        case connect
        /// The proxy could not be used.
        case proxy
        /// No trust in the server's certificate, or no TLS with it.
        case tls
        /// The time for the whole request was up.
        case timeout
        /// The connection broke.
        case reset
        /// The answer was not HTTP as it should be.
        case http
        /// The client was closed.
        case cancelled
        /// Our own machine: no memory, no token.
        case local
    }

    /// Where it failed.
    package let category: Category
    /// What happened, for a log, on one line.
    package let reason: String

    /// Puts a failure together.
    package init(_ category: Category, reason: String) {
        self.category = category
        self.reason = reason
    }
}
