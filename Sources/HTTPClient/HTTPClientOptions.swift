/// How servers are reached.
package struct HTTPClientOptions: Sendable {
    /// The longest that a request may take, to the end of its answer: everything from its start counts.
    package var timeout: Duration = .seconds(10)
    /// PEM file of the certificates that are trusted, instead of the system's; nil for the system's.
    package var caFile: String?
    /// PEM file with the certificate that we show a server or gateway that asks for one.
    package var clientCertificateFile: String?
    /// PEM file with the private key of that certificate, not encrypted.
    package var clientKeyFile: String?
    /// The proxy for what is encrypted: a URL, empty for none; nil for what the environment says.
    package var proxy: String?
    /// The most connections to one server.
    package var maximumConnections = 1
    /// How old a connection may be when a request starts on it.
    package var connectionLifetime: Duration = .seconds(300)

    /// One connection, the system's certificates, the environment's proxy.
    package init() {}
}
