/// How the App Store is reached.
package struct AppStoreConfiguration: Sendable {
    /// Base URL for production, `https://`, with a path prefix if need be; `http://` for loopback hosts only.
    package var productionURL = "https://api.storekit.apple.com"
    /// Base URL for the sandbox, as for production.
    package var sandboxURL = "https://api.storekit-sandbox.apple.com"
    /// The longest that a request may take once its turn has come, to the end of the answer.
    package var timeout: Duration = .seconds(10)
    /// PEM file of the certificates that are trusted, instead of the system's; nil for the system's.
    package var caFile: String?
    /// PEM file with the certificate that we show a server or gateway that asks for one.
    package var clientCertificateFile: String?
    /// PEM file with the private key of that certificate, not encrypted.
    package var clientKeyFile: String?
    /// Proxy URL, `http://` or `https://`, empty for none; nil for what the environment says (`https_proxy`, `no_proxy`).
    ///
    /// Plain http base URLs never use a proxy.
    package var proxy: String?
    /// The most requests that are under way at a time, and so the most connections; further ones wait for their turn.
    package var maximumInFlight = 64
    /// How long connections are used before requests go over new ones, so that a changed address is found.
    package var connectionLifetime: Duration = .seconds(300)
    /// What we call ourselves: `consumption-worker/<version>`.
    package var userAgent: String

    /// Apple's servers, the system's certificates.
    package init(userAgent: String) {
        self.userAgent = userAgent
    }
}

/// What is wrong with a configuration, all of it at once.
package struct AppStoreConfigurationError: Error, Equatable, CustomStringConvertible {
    /// One thing that is wrong.
    package struct Fault: Sendable, Equatable {
        /// The key, for example `appStore.sandboxURL`; `appStore` when it is no single value.
        package let key: String
        /// What is wrong with its value.
        package let reason: String
    }

    /// At least one.
    package let faults: [Fault]

    /// One line for each fault.
    package var description: String {
        faults.map { "\($0.key) \($0.reason)" }.joined(separator: "\n")
    }
}
