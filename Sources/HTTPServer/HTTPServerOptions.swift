extension HTTPServer {
    /// Where a server listens and how much it lets its clients take.
    package struct Options: Sendable {
        /// A numeric IPv4 or IPv6 address without brackets, or a name that stands for one.
        package var host: String
        /// The port; 0 takes any free one.
        package var port: UInt16
        /// The certificate for HTTPS; without one the server speaks plain HTTP.
        package var tls: TLS?
        /// How many clients may be connected at a time; for a further one another is cut that is not being served.
        package var connections: UInt32 = 32
        /// How many seconds a connection may be silent before it is cut; at least 1.
        ///
        /// A client that says a little now and then has twice as long for its whole request, and again for taking the answer.
        package var timeoutSeconds: UInt32 = 10
        /// The longest body in bytes that reaches a handler; a longer one is answered with 413.
        package var bodyLimit = 1_048_576

        /// Options for this address, with limits that suit a few well-behaved clients.
        package init(host: String, port: UInt16, tls: TLS? = nil) {
            self.host = host
            self.port = port
            self.tls = tls
        }

        /// Host and port as people write them.
        var place: String {
            host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }

    /// A certificate chain and its private key, both as PEM text.
    package struct TLS: Sendable {
        /// The server's certificate, followed by those that lead to the root.
        package let certificatePEM: String
        /// The private key of the first certificate, not encrypted.
        package let keyPEM: String
        /// The authority that signs the certificates of clients, which are asked for one then; none asks nobody.
        package let clientAuthorityPEM: String?

        /// Pairs a certificate with its key; whether they fit shows when the server starts.
        package init(certificatePEM: String, keyPEM: String, clientAuthorityPEM: String? = nil) {
            self.certificatePEM = certificatePEM
            self.keyPEM = keyPEM
            self.clientAuthorityPEM = clientAuthorityPEM
        }
    }
}
