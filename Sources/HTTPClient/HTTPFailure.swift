/// Why a request has no answer.
package struct HTTPFailure: Error, Sendable, Equatable {
    /// What it failed at.
    package enum Kind: Sendable, CaseIterable {
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
        /// The connection broke, or the server gave the request up.
        case reset
        /// The answer was not HTTP as it should be.
        case http
        /// The client was closed.
        case cancelled
        /// Our own machine: no memory, no descriptor.
        case local
    }

    /// What it failed at.
    package let kind: Kind
    /// What happened, for a log; it may hold text from outside.
    package let reason: String

    init(_ kind: Kind, _ reason: String) {
        (self.kind, self.reason) = (kind, reason)
    }

    /// A call of the system that failed with `code`.
    init(_ kind: Kind, _ what: String, errno code: Int32) {
        self.init(kind, "\(what): \(systemText(code))")
    }
}
